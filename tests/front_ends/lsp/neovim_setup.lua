-- Runs in Neovim 0.7 or later after the printed configuration; writes what it sees to told.txt.
local told = {}
local hanging = tonumber(vim.env.HANGING)
local function tell(...) table.insert(told, table.concat({ ... }, ' ')) end
local function wait(what, holds) assert(vim.wait(hanging, holds, 10), what) end
local message
vim.lsp.handlers['window/showMessage'] = function(_, result) message = result.message end
local wanted
vim.ui.select = function(items, options, choose)
  for number, item in ipairs(items) do
    if options.format_item(item):find(wanted, 1, true) then return choose(item, number) end
  end
  error('no lens ' .. wanted)
end
local function lenses(buffer)
  vim.lsp.codelens.refresh()
  wait('no lenses', function() return #vim.lsp.codelens.get(buffer) > 0 end)
  local titles = {}
  for _, lens in ipairs(vim.lsp.codelens.get(buffer)) do table.insert(titles, lens.command.title) end
  table.sort(titles)
  return table.concat(titles, ', ')
end
local function press(keys)
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(keys, true, false, true), 'mx', false)
end

local ok, err = pcall(function()
  vim.cmd('edit scripts/cards/windfall.rhai')
  local card = vim.api.nvim_get_current_buf()
  wait('no diagnostics', function() return #vim.diagnostic.get(card) > 0 end)
  tell('filetype', vim.bo[card].filetype, vim.bo[card].commentstring)
  tell('diagnostic', vim.diagnostic.get(card)[1].code or '')
  tell('lenses', lenses(card))
  press('gg<F6>')
  wait('no references', function() return #vim.fn.getqflist() > 1 end)
  tell('references', tostring(#vim.fn.getqflist()))
  vim.cmd('cclose')

  vim.cmd('edit tests/windfall.session.md')
  local session = vim.api.nvim_get_current_buf()
  wait('no differences', function() return #vim.diagnostic.get(session) > 0 end)
  tell('lenses', lenses(session))
  vim.api.nvim_win_set_cursor(0, { 4, 0 })
  wanted = 'run'
  press('<F6>')
  wait('no result', function() return message end)
  tell('run', message)
  wanted = 'debug'
  press('<F6>')
  wait('no debugger', function() return launched end)
  tell('debug', launched.type, vim.fn.fnamemodify(launched.session, ':t'), tostring(launched.line))

  -- Files that are none of ours.
  for _, name in ipairs({ 'README.md', 'package.json' }) do
    vim.cmd('edit ' .. name)
    tell(name, tostring(vim.tbl_count(vim.lsp.buf_get_clients(0))))
  end
  local clients = (vim.lsp.get_clients or vim.lsp.get_active_clients)()
  local roots = {}
  for _, client in pairs(clients) do table.insert(roots, client.config.root_dir) end
  tell('servers', table.concat(roots, ', '))
end)
if not ok then tell('error', tostring(err)) end
vim.fn.writefile(told, 'told.txt')
vim.cmd(ok and 'qall!' or 'cquit!')
