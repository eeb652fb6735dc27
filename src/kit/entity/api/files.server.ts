/** Calls that take or give workbooks. */
import { invalid } from '../../basics/errors.ts'
import { fileAnswer } from '../../http/answers.server.ts'
import { download, route, type Route } from '../../http/route.server.ts'
import { z } from 'zod'
import * as answers from './generated-answers.server.ts'
import * as inputs from './inputs.ts'
import { importable } from '../value/cells.ts'
import { functionCode, type Entity } from '../entity.ts'
import { exportXlsx, XLSX } from './export.server.ts'
import { checkImport, commitImport, importErrors, importTemplate, readImport } from './import.server.ts'
import type { Services } from '../services.server.ts'

const UPLOAD = { maxBytes: 20 * 1024 * 1024, maxFiles: 1 }

export function fileRoutes(entity: Entity, services: Services, path: (verb: string) => string): Route[] {
  const { label } = entity
  const exporting = route({
    method: 'POST',
    path: path('export'),
    summary: `导出${label}`,
    right: functionCode(entity.right, 'export'),
    input: inputs.EXPORT_INPUT,
    output: answers.exportAnswer,
    handler: (ctx, input) => exportXlsx(ctx, services, entity, input),
  })
  if (!importable(entity)) return [exporting]
  const right = functionCode(entity.right, 'import')
  return [
    exporting,
    route({
      method: 'GET',
      path: path('import/template'),
      summary: `${label}导入模板`,
      right,
      input: z.object({}),
      output: fileAnswer,
      handler: async (ctx) => download({ fileName: `${label}导入模板.xlsx`, mime: XLSX, body: await importTemplate(ctx, entity) }),
    }),
    route({
      method: 'POST',
      path: path('import'),
      summary: `上传${label}表格并检查（不写入）`,
      right,
      input: z.object({}),
      output: answers.importCheckAnswer,
      upload: UPLOAD,
      safe: true,
      handler: async (ctx, _input, { files }) => {
        const [file] = files
        if (!file) throw invalid('请选择要上传的文件')
        const { rows, ignored } = await readImport(ctx, entity, file.data)
        return checkImport(ctx, entity, rows, ignored)
      },
    }),
    route({
      method: 'POST',
      path: path('import/check'),
      summary: `重新检查${label}导入内容（不写入）`,
      right,
      input: inputs.ROWS_INPUT,
      output: answers.importCheckAnswer,
      safe: true,
      big: true,
      handler: (ctx, { rows }) => checkImport(ctx, entity, rows),
    }),
    route({
      method: 'POST',
      path: path('import/commit'),
      summary: `导入${label}`,
      right,
      input: inputs.COMMIT_INPUT,
      output: answers.importDoneAnswer,
      big: true,
      handler: (ctx, { rows, onlyValid }) => commitImport(ctx, services, entity, rows, onlyValid),
    }),
    route({
      method: 'POST',
      path: path('import/errors'),
      summary: `下载${label}导入错误`,
      right,
      input: inputs.ERRORS_INPUT,
      output: fileAnswer,
      safe: true,
      big: true,
      handler: async (ctx, { rows, late }) =>
        download({ fileName: `${label}导入错误.xlsx`, mime: XLSX, body: await importErrors(ctx, entity, rows, late) }),
    }),
  ]
}
