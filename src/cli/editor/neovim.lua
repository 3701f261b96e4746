-- Put this into ~/.config/nvim/init.lua (Neovim 0.7 or later). `litterbox` must be on the PATH.
vim.filetype.add({ extension = { rhai = 'rhai' } })
vim.api.nvim_create_autocmd({ 'BufReadPost', 'BufNewFile' }, {
  pattern = { '*.rhai', '*/variants/*.json', '*.session.md' },
  callback = function(event)
    local file = vim.fn.fnamemodify(event.file, ':p')
    local root = file:match('^(.*)/scripts/') or file:match('^(.*)/variants/') or vim.fn.getcwd()
    for _, client in pairs(vim.lsp.get_active_clients()) do
      if client.name == 'litterbox' and client.config.root_dir == root then
        return vim.lsp.buf_attach_client(event.buf, client.id)
      end
    end
    local id = vim.lsp.start_client({ name = 'litterbox', cmd = { 'litterbox', 'lsp' }, root_dir = root,
      workspace_folders = { { uri = vim.uri_from_fname(root), name = root } } })
    if id then vim.lsp.buf_attach_client(event.buf, id) end
    vim.bo[event.buf].omnifunc = 'v:lua.vim.lsp.omnifunc' -- complete with CTRL-X CTRL-O
    vim.bo[event.buf].commentstring = '// %s'
    for keys, action in pairs({ K = 'hover', gd = 'definition', gr = 'references',
      ['<F2>'] = 'rename', ['<F4>'] = 'code_action' }) do
      vim.keymap.set('n', keys, vim.lsp.buf[action], { buffer = event.buf })
    end
  end,
})
-- With nvim-dap: `:DapToggleBreakpoint` in a script, then `:DapContinue` in a session.
local has_dap, dap = pcall(require, 'dap')
if has_dap then
  dap.adapters.litterbox = { type = 'executable', command = 'litterbox', args = { 'dap' } }
  dap.configurations.markdown = { { type = 'litterbox', request = 'launch', name = 'The open session',
    session = '${file}', line = function() return vim.fn.line('.') end } }
  dap.configurations.rhai = { { type = 'litterbox', request = 'launch', name = 'A new game',
    variant = function() return vim.fn.input('Variant: ', 'classic') end, names = { 'ann', 'bob' } } }
end
