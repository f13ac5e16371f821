import type { FaqEntry } from '#contract/assistant.ts'
import { type Prepared, prepareFaq } from '#rules/faq.ts'
import { listFaq } from '../company/queries.ts'
import type { Db } from '../db/connect.ts'

interface Known {
  faq: FaqEntry[]
  prepared: Prepared<FaqEntry>[]
}

/** Of each company, by its id. */
const known = new Map<number, Known>()

const same = (one: FaqEntry[], other: FaqEntry[]) =>
  one.length === other.length &&
  one.every(({ question, answer }, at) => {
    const entry = other[at]
    return entry?.question === question && entry.answer === answer
  })

/** A company's FAQ as it stands now; its words are looked for again only when it has changed. */
export async function preparedFaq(db: Db, company_id: number): Promise<Prepared<FaqEntry>[]> {
  const faq = await listFaq(db, company_id)
  const before = known.get(company_id)
  if (before && same(before.faq, faq)) return before.prepared
  const prepared = prepareFaq(faq)
  known.set(company_id, { faq, prepared })
  return prepared
}
