import * as contract from '#contract/statements.ts'
import { isoTime } from '#rules/calendar.ts'
import type { Context } from '../context.ts'
import { notFound } from '../http/errors.ts'
import { paged } from '../http/paging.ts'
import type { Serve } from '../http/serve.ts'
import { userKey } from '../http/throttle.ts'
import {
  countStates,
  findStatement,
  listRows,
  listStatements,
  type StatementRecord,
} from './queries.ts'
import { type Preview, previewStatement, uploadStatement } from './upload.ts'
import { viewRows } from './view.ts'

export function statementRoutes(serve: Serve, context: Context) {
  const { db, throttles } = context

  serve(contract.previewStatement, async ({ user, body, files }) => {
    await throttles.import.consume(userKey(user.company_id, user.id))
    const preview = await previewStatement(context, user, { ...body, file: files?.table })
    return toPreview(preview)
  })

  serve(contract.uploadStatement, async ({ user, body, files }) => {
    await throttles.import.consume(userKey(user.company_id, user.id))
    return toStatement(
      required(await uploadStatement(context, user, { ...body, file: files?.table })),
    )
  })

  serve(contract.listStatements, async ({ user, query, request, reply }) => {
    const rows = await listStatements(db, user.company_id, query)
    return paged(rows, query, { request, reply }).map(toStatement)
  })

  const found = async (company_id: number, id: number) =>
    required(await findStatement(db, company_id, id))

  serve(contract.getStatement, async ({ user, params }) => {
    const statement = await found(user.company_id, params.id)
    return { ...toStatement(statement), states: await countStates(db, statement) }
  })

  serve(contract.listStatementRows, async ({ user, params, query, request, reply }) => {
    const statement = await found(user.company_id, params.id)
    const rows = await listRows(db, statement, query)
    return viewRows(db, context.now(), user.company_id, paged(rows, query, { request, reply }))
  })
}

function toPreview({ known, read, stored, fingerprint }: Preview): contract.StatementPreview {
  const { head, bank } = read
  const none = { rows: 0, cents: 0 }
  return {
    known: known ? toStatement(known) : null,
    bank,
    statement: head && {
      source: head.source,
      account: head.account,
      from: isoTime(head.from),
      until: isoTime(head.until),
      rows: head.row_count,
      not_completed: head.not_completed,
      checks: head.checks,
    },
    new_rows: stored?.new_rows ?? 0,
    states: stored?.states ?? [],
    found: stored?.found ?? {
      credited: none,
      desk: none,
      held: none,
      taken_back_by_mpesa: 0,
      rows: [],
    },
    fingerprint,
  }
}

function required(statement: StatementRecord | undefined): StatementRecord {
  if (!statement) throw notFound('There is no such statement.', 'statement_not_found')
  return statement
}

const toStatement = (row: StatementRecord): contract.Statement => ({
  id: row.id,
  source: row.source,
  shape: row.shape,
  file_name: row.file_name,
  account: row.account,
  from: isoTime(row.from_at),
  until: isoTime(row.until_at),
  rows: row.row_count,
  by: row.by,
  at: isoTime(row.created_at),
})
