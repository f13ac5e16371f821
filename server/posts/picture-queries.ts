import type { Db } from '../db/connect.ts'

/** Which of these pictures a post names, or is kept for staff who have not decided yet. */
export async function namedPictures(db: Db, names: string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  const rows = await db
    .selectFrom('posts')
    .where('image_name', 'in', names)
    .select('image_name as name')
    .unionAll((eb) =>
      eb
        .selectFrom('posts')
        .where('reviewed_image_name', 'in', names)
        .select('reviewed_image_name as name'),
    )
    .unionAll((eb) =>
      eb
        .selectFrom('reports')
        .where('image_name', 'in', names)
        .where('closed_at', 'is', null)
        .select('image_name as name'),
    )
    .execute()
  return new Set(rows.flatMap(({ name }) => name ?? []))
}

/** Whether staff are still to see a picture because somebody has reported its post. */
export async function isReported(db: Db, image_name: string): Promise<boolean> {
  const row = await db
    .selectFrom('reports')
    .where('image_name', '=', image_name)
    .where('closed_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** What staff are still to see of a post is called otherwise from now on; the post itself is not touched. */
export async function renameKept(
  tx: Db,
  company_id: number,
  post_id: number,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx
    .updateTable('reports')
    .set({ image_name: to })
    .where('company_id', '=', company_id)
    .where('post_id', '=', post_id)
    .where('image_name', '=', from)
    .where('closed_at', 'is', null)
    .execute()
  await tx
    .updateTable('posts')
    .set({ reviewed_image_name: to })
    .where('company_id', '=', company_id)
    .where('id', '=', post_id)
    .where('reviewed_image_name', '=', from)
    .execute()
}
