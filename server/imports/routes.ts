import * as contract from '#contract/imports.ts'
import type { Context } from '../context.ts'
import { csv } from '../exports/csv.ts'
import type { Serve } from '../http/serve.ts'
import { userKey } from '../http/throttle.ts'
import { listImports } from './queries.ts'
import { type BadRow, inBatches } from './rows.ts'
import { importTable, listBadRows, previewImport, toImportDone } from './run.ts'
import { undoImport } from './undo.ts'

export function importRoutes(serve: Serve, context: Context) {
  const { db, throttles, now } = context

  serve(contract.previewImport, async ({ user, params, body, files }) => {
    await throttles.import.consume(userKey(user.company_id, user.id))
    return previewImport(context, user, { ...params, ...body, file: files?.table })
  })

  serve(contract.getBadRows, async ({ user, params, body, files, reply }) => {
    await throttles.import.consume(userKey(user.company_id, user.id))
    const file = { ...params, ...body, file: files?.table }
    const { headings, bad } = await listBadRows(context, user, file)
    reply.header('content-disposition', `attachment; filename="${params.kind}-to-correct.csv"`)
    return csv([...headings, 'Reason'], toCorrect(headings, bad))
  })

  serve(contract.importTable, async ({ user, params, body, files }) => {
    await throttles.import.consume(userKey(user.company_id, user.id))
    const only_good = body.only_good === 'true'
    return importTable(context, user, { ...params, ...body, only_good, file: files?.table })
  })

  serve(contract.listImports, async ({ user }) => {
    const rows = await listImports(db, user.company_id)
    return rows.map((row) => toImportDone(row, now()))
  })

  serve(contract.undoImport, ({ user, params }) => undoImport(context, user, params.id))
}

/** The rows as in the file, each with its reason behind any surplus cells, so that there are too many until corrected. */
async function* toCorrect(headings: string[], bad: BadRow[]) {
  for await (const batch of inBatches(bad)) {
    yield batch.map(({ cells, reason }) => [
      ...headings.map((_, at) => cells[at] ?? ''),
      ...cells.slice(headings.length),
      reason,
    ])
  }
}
