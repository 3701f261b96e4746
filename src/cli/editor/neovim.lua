-- Put this into ~/.config/nvim/init.lua (Neovim 0.7 or later). `litterbox` must be on the PATH.
vim.cmd('autocmd BufRead,BufNewFile *.rhai setfiletype rhai')
-- The folder above the scripts and variants that a file belongs to; nil if it is none of ours.
local function project(buffer)
  local file = vim.api.nvim_buf_get_name(buffer):gsub('\\', '/')
  if not (file:match('%.rhai$') or file:match('%.session%.md$') or file:match('/variants/.*%.json$')) then return end
  for _, name in ipairs({ 'scripts', 'variants' }) do
    local found = vim.fn.finddir(name, vim.fn.fnamemodify(file, ':h') .. ';')
    if found ~= '' then return vim.fn.fnamemodify(found, ':p:h:h') end
  end
  return vim.fn.getcwd()
end
-- The lenses: `run` is carried out by the server, the others by Neovim.
local commands = { ['litterbox.references'] = function(command)
  local uri, start = unpack(command.arguments)
  local show = vim.lsp.util.show_document or vim.lsp.util.jump_to_location
  show({ uri = uri, range = { start = start, ['end'] = start } }, 'utf-16', {})
  vim.schedule(function() vim.lsp.buf.references() end) -- once the server has that file, too
end }
-- With nvim-dap: `:DapToggleBreakpoint` in a script, then `:DapContinue` in a session.
local has_dap, dap = pcall(require, 'dap')
if has_dap then
  commands['litterbox.debug'] = function(command) dap.run(command.arguments[1]) end
  dap.adapters.litterbox = { type = 'executable', command = 'litterbox', args = { 'dap' } }
  dap.configurations.markdown = { { type = 'litterbox', request = 'launch', name = 'The open session',
    session = '${file}', line = function() return vim.fn.line('.') end } }
  dap.configurations.rhai = { { type = 'litterbox', request = 'launch', name = 'A new game',
    variant = function() return vim.fn.input('Variant: ', 'classic') end, names = { 'ann', 'bob' } } }
end
for name, run in pairs(commands) do vim.lsp.commands[name] = run end
local function attached(_, buffer)
  vim.bo[buffer].omnifunc = 'v:lua.vim.lsp.omnifunc' -- complete with CTRL-X CTRL-O
  if vim.bo[buffer].filetype == 'rhai' then vim.bo[buffer].commentstring = '// %s' end
  for keys, action in pairs({ K = vim.lsp.buf.hover, gd = vim.lsp.buf.definition, gr = vim.lsp.buf.references,
    ['<F2>'] = vim.lsp.buf.rename, ['<F4>'] = vim.lsp.buf.code_action, ['<F6>'] = vim.lsp.codelens.run }) do
    vim.keymap.set('n', keys, function() action() end, { buffer = buffer })
  end
  vim.api.nvim_create_autocmd({ 'BufEnter', 'InsertLeave', 'BufWritePost' }, {
    buffer = buffer, callback = function() vim.lsp.codelens.refresh() end })
  vim.api.nvim_buf_call(buffer, vim.lsp.codelens.refresh)
end
local server = { name = 'litterbox', cmd = { 'litterbox', 'lsp' }, on_attach = attached,
  init_options = { commands = vim.tbl_keys(commands) } }
if vim.lsp.config and vim.lsp.enable then -- Neovim 0.11
  server.filetypes = { 'rhai', 'json', 'markdown' }
  server.root_dir = function(buffer, start)
    local root = project(buffer)
    if root then start(root) end
  end
  vim.lsp.config('litterbox', server)
  vim.lsp.enable('litterbox')
else
  vim.api.nvim_create_autocmd({ 'BufReadPost', 'BufNewFile' }, { callback = function(event)
    local root = project(event.buf)
    if not root then return end
    local id
    for _, client in pairs((vim.lsp.get_clients or vim.lsp.get_active_clients)()) do
      if client.name == 'litterbox' and client.config.root_dir == root then id = client.id end
    end
    id = id or vim.lsp.start_client(vim.tbl_extend('force', server, { root_dir = root,
      workspace_folders = { { uri = vim.uri_from_fname(root), name = root } } }))
    if id then vim.lsp.buf_attach_client(event.buf, id) end
  end })
end
