// A debug session with the client that adapters are tested with; prints where it goes.
const { DebugClient } = require("@vscode/debugadapter-testsupport");
const fs = require("fs");
const [binary, home] = process.argv.slice(2);
const script = `${home}/scripts/cards/windfall.rhai`;

async function main() {
  const client = new DebugClient(binary, "dap", "litterbox", { cwd: home });
  await client.start();
  const frames = async () => (await client.stackTraceRequest({ threadId: 1 })).body.stackFrames;
  const go = async (name, act) => {
    const [stopped] = await Promise.all([client.waitForEvent("stopped"), act()]);
    const places = (await frames()).map((frame) =>
      frame.source ? `${frame.name} ${frame.source.name}:${frame.line}` : frame.name);
    console.log(`${name} [${stopped.body.reason}]\n  ${places.join("\n  ")}`);
  };
  const locals = async () => {
    const [frame] = await frames();
    const { scopes } = (await client.scopesRequest({ frameId: frame.id })).body;
    const { variablesReference } = scopes.find((scope) => scope.name === "Locals");
    const { variables } = (await client.variablesRequest({ variablesReference })).body;
    console.log(`  ${variables.map(({ name, value }) => `${name} = ${value}`).join(", ")}`);
  };
  const thread = { threadId: 1 };
  const set = (breakpoint) =>
    client.setBreakpointsRequest({ source: { path: script }, breakpoints: [breakpoint] });

  await client.initializeRequest();
  await client.launchRequest({ session: "tests/windfall.session.md" });
  await set({ line: 13 });
  await go("launch", () => client.configurationDoneRequest());
  await locals();
  await go("stepIn", () => client.stepInRequest(thread));
  await go("stepBack", () => client.stepBackRequest(thread));
  await go("reverseContinue", () => client.reverseContinueRequest(thread));
  await set({ line: 4, condition: "from.hand.len > 1" });
  await go("continue", () => client.continueRequest(thread));
  await locals();
  await set({ line: 20 });
  await go("skip", () => client.evaluateRequest({ expression: "skip", context: "repl" }));
  const text = fs.readFileSync(script, "utf8");
  fs.writeFileSync(script, text.replace("total += 1;", "total += 1; me.draw();"));
  await go("restart", () => client.restartRequest({}));
  await client.disconnectRequest();
}

main().then(() => process.exit(0), (error) => { console.log(error); process.exit(1); });
