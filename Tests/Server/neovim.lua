-- Does in Neovim what a person would do, and writes what is seen into the file that $MOULT_RECORD names:
-- opens a file, waits for its diagnostics, and chooses the first action for the first of them.
local record = {}

local function told()
  return vim.tbl_map(function(diagnostic)
    return { line = diagnostic.lnum + 1, code = diagnostic.code, message = diagnostic.message }
  end, vim.diagnostic.get(0))
end

local function wait(what, condition)
  if not vim.wait(60000, condition, 20) then
    record.failure = "waited in vain for " .. what
    return false
  end
  return true
end

local function session()
  vim.cmd.edit(vim.env.MOULT_FILE)
  if not wait("diagnostics", function() return #vim.diagnostic.get(0) > 0 end) then return end
  local client = vim.lsp.get_clients({ bufnr = 0, name = "moult" })[1]
  record.pulls = client:supports_method("textDocument/diagnostic")
  record.found = told()
  local first = vim.diagnostic.get(0)[1]
  vim.api.nvim_win_set_cursor(0, { first.lnum + 1, first.col })
  local before = vim.api.nvim_buf_get_changedtick(0)
  vim.lsp.buf.code_action({
    filter = function(action)
      record.action = record.action or action.title
      return action.title == record.action
    end,
    apply = true,
  })
  if not wait("the action", function() return vim.api.nvim_buf_get_changedtick(0) > before end) then return end
  vim.cmd("silent wall")
  if not wait("no diagnostics", function() return #vim.diagnostic.get(0) == 0 end) then
    record.left = told()
  end
end

local ok, failure = pcall(session)
if not ok then record.failure = failure end
vim.fn.writefile({ vim.json.encode(record) }, vim.env.MOULT_RECORD)
vim.cmd("qall!")
