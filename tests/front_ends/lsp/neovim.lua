-- Runs in Neovim 0.7 or later; writes what it sees to told.txt.
local told = {}
local hanging = tonumber(vim.env.HANGING)
local function tell(...) table.insert(told, table.concat({ ... }, ' ')) end
local function finish(code)
  vim.fn.writefile(told, 'told.txt')
  vim.cmd(code == 0 and 'qall!' or 'cquit!')
end
local root = vim.fn.getcwd()
local function start()
  vim.lsp.start_client = vim.lsp.start_client
  return vim.lsp.start_client({
    name = 'litterbox', cmd = { vim.env.LITTERBOX, 'lsp' }, root_dir = root,
    workspace_folders = { { uri = vim.uri_from_fname(root), name = 'mine' } },
  })
end
local client = start()
local function open(name)
  vim.cmd('edit ' .. name)
  local buffer = vim.api.nvim_get_current_buf()
  vim.lsp.buf_attach_client(buffer, client)
  return buffer
end
local function ask(buffer, method, line, column, more)
  local position = { line = line, character = column }
  local params = { textDocument = { uri = vim.uri_from_bufnr(buffer) }, position = position }
  local answers = vim.lsp.buf_request_sync(buffer, method, vim.tbl_extend('force', params, more or {}), hanging)
  for _, answer in pairs(answers or {}) do
    if answer.error then return answer.error end
    return answer.result
  end
end
local function labels(result, wanted)
  local all = {}
  for _, item in ipairs(result.items) do all[item.label] = true end
  local found = {}
  for _, name in ipairs(wanted) do table.insert(found, name .. '=' .. tostring(all[name] or false)) end
  return table.concat(found, ' ')
end
local function lines(buffer) return vim.api.nvim_buf_get_lines(buffer, 0, -1, false) end

local ok, err = pcall(function()
  local card = open('scripts/cards/windfall.rhai')
  assert(vim.wait(hanging, function() return #vim.diagnostic.get(card) > 0 end), 'no diagnostics')
  local found = vim.diagnostic.get(card)[1]
  tell('diagnostic', found.lnum + 1, found.code or '', vim.split(found.message, '\n')[1])

  local range = { start = { line = 3, character = 8 }, ['end'] = { line = 3, character = 8 } }
  local actions = ask(card, 'textDocument/codeAction', 3, 8, { range = range, context = { diagnostics = {} } })
  tell('fix', actions[1].title)
  vim.lsp.util.apply_workspace_edit(actions[1].edit, 'utf-16')
  tell('fixed', lines(card)[4])

  vim.api.nvim_buf_set_lines(card, 3, 4, false, { '    me.', '    me.hand.has("")' })
  tell('after a dot', labels(ask(card, 'textDocument/completion', 3, 7), { 'draw', 'hand', 'push' }))
  tell('in a text', labels(ask(card, 'textDocument/completion', 4, 17), { 'windfall', 'nope', 'draw' }))
  vim.api.nvim_buf_set_lines(card, 3, 5, false, { '    me.draw();' })
  local hover = ask(card, 'textDocument/hover', 3, 8)
  tell('hover', vim.split(hover.contents.value, '\n')[2])
  local places = ask(card, 'textDocument/definition', 4, 6)
  tell('definition', vim.fn.fnamemodify(vim.uri_to_fname(places[1].uri), ':t'))
  vim.cmd('write')

  local session = open('tests/windfall.session.md')
  tell('in a session', labels(ask(session, 'textDocument/completion', 4, 10), { 'windfall', 'nope' }))

  local variant = open('variants/mine.json')
  local edit = ask(variant, 'textDocument/rename', 3, 14, { newName = 'jackpot' })
  vim.lsp.util.apply_workspace_edit(edit, 'utf-16')
  vim.cmd('silent! wall')
  tell('variant', lines(variant)[4])
  tell('session', lines(session)[4], '/', lines(session)[5])
  local files = vim.fn.glob('scripts/cards/*', false, true)
  tell('scripts', table.concat(files, ' '))
end)
if not ok then tell('error', tostring(err)) end
finish(ok and 0 or 1)
