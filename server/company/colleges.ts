import { sql } from 'kysely'
import type { College } from '#contract/settings.ts'
import type { Db } from '../db/connect.ts'
import { conflict, invalid } from '../http/errors.ts'

/** A starter list in the structure of large public universities of Kenya; operators may add to it. */
const starterList: [college: string, faculties: string[]][] = [
  [
    'Engineering and Technology',
    [
      'School of Architecture and Building Sciences',
      'School of Biosystems and Environmental Engineering',
      'School of Civil and Geospatial Engineering',
      'School of Electrical, Electronic and Information Engineering',
      'School of Mechanical and Manufacturing Engineering',
    ],
  ],
  [
    'Health Sciences',
    [
      'School of Biomedical Sciences',
      'School of Medicine',
      'School of Nursing',
      'School of Pharmacy',
      'School of Public Health',
    ],
  ],
  [
    'Human Resource Development and Business',
    [
      'School of Business and Entrepreneurship',
      'School of Communication and Development Studies',
      'School of Economics',
      'School of Hospitality and Tourism',
    ],
  ],
  [
    'Agriculture and Natural Resources',
    [
      'School of Agriculture and Crop Sciences',
      'School of Food and Nutrition Sciences',
      'School of Natural Resources and Animal Sciences',
      'School of Veterinary Medicine',
    ],
  ],
  [
    'Pure and Applied Sciences',
    [
      'School of Biological Sciences',
      'School of Computing and Information Technology',
      'School of Mathematics and Actuarial Science',
      'School of Physical Sciences',
    ],
  ],
  [
    'Education, Arts and Law',
    [
      'School of Education',
      'School of Humanities and Social Sciences',
      'School of Law',
      'School of Performing and Visual Arts',
    ],
  ],
]

async function insertColleges(tx: Db, count: number): Promise<void> {
  const existing = await tx.selectFrom('colleges').select('id').limit(1).executeTakeFirst()
  if (existing) return
  for (const [name, faculties] of starterList.slice(0, count)) {
    const college = await tx
      .insertInto('colleges')
      .values({ name })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    // Another node that started at the same moment has loaded them.
    if (!college) return
    await tx
      .insertInto('faculties')
      .values(faculties.map((faculty) => ({ college_id: college.id, name: faculty })))
      .execute()
  }
}

/**
 * Fills an empty table of colleges from the starter list. Nodes that start together wait for one another at
 * the unique name of the first college.
 */
export async function loadColleges(db: Db, count = starterList.length): Promise<void> {
  if (db.isTransaction) await insertColleges(db, count)
  else await db.transaction().execute((tx) => insertColleges(tx, count))
}

/** All colleges with their faculties, by name. */
export async function listCollegesWithFaculties(db: Db): Promise<College[]> {
  const [colleges, faculties] = await Promise.all([
    db.selectFrom('colleges').select(['id', 'name']).orderBy('name').execute(),
    db.selectFrom('faculties').select(['id', 'college_id', 'name']).orderBy('name').execute(),
  ])
  const byCollege = Map.groupBy(faculties, ({ college_id }) => college_id)
  return colleges.map(({ id, name }) => ({
    id,
    name,
    faculties: (byCollege.get(id) ?? []).map((faculty) => ({ id: faculty.id, name: faculty.name })),
  }))
}

/**
 * Replaces all colleges and faculties. An entry that keeps its id keeps the tenants who chose it.
 * @throws {HttpError} 400 for a duplicate name, 409 when an entry is left out that tenants have chosen
 */
export async function replaceColleges(tx: Db, now: College[]): Promise<void> {
  // All residences share the list, so their staff change it one after the other.
  await sql`lock table colleges in share row exclusive mode`.execute(tx)
  refuseTwice(now, (index) => `now.${index}.name`)
  for (const [index, { faculties }] of now.entries()) {
    refuseTwice(faculties, (at) => `now.${index}.faculties.${at}.name`)
  }
  const before = await listCollegesWithFaculties(tx)
  refuseStrangers(now, before)
  const kept = new Map(
    now.flatMap((college) => (college.id === null ? [] : [[college.id, college]])),
  )
  const keptFaculties = new Set(now.flatMap(({ faculties }) => faculties.map(({ id }) => id)))
  for (const college of before) {
    const isKept = kept.has(college.id ?? 0)
    for (const { id, name } of college.faculties) {
      if (!(isKept && keptFaculties.has(id))) await removeUnused(tx, 'faculty', id ?? 0, name)
    }
    if (!isKept) await removeUnused(tx, 'college', college.id ?? 0, college.name)
  }
  // Names become unique for the moment: two entries that swap their names would otherwise collide.
  await tx.updateTable('colleges').set({ name: sql`id || ' ' || name` }).execute()
  await tx.updateTable('faculties').set({ name: sql`id || ' ' || name` }).execute()
  for (const college of now) {
    const own = before.find(({ id }) => id !== null && id === college.id)
    const college_id = await saveCollege(tx, own?.id ?? null, college.name)
    for (const { id, name } of college.faculties) {
      const known = own?.faculties.find((faculty) => faculty.id === id)
      if (known) {
        await tx
          .updateTable('faculties')
          .set({ name })
          .where('id', '=', known.id ?? 0)
          .execute()
      } else await tx.insertInto('faculties').values({ college_id, name }).execute()
    }
  }
}

async function saveCollege(tx: Db, id: number | null, name: string): Promise<number> {
  if (id === null) {
    const row = tx.insertInto('colleges').values({ name }).returning('id')
    return (await row.executeTakeFirstOrThrow()).id
  }
  await tx.updateTable('colleges').set({ name }).where('id', '=', id).execute()
  return id
}

const FOREIGN_KEY_VIOLATION = '23503'

/** @throws {HttpError} 409 */
async function removeUnused(tx: Db, kind: 'college' | 'faculty', id: number, name: string) {
  const { tenants } = await tx
    .selectFrom('tenant_details')
    .where(`${kind}_id`, '=', id)
    .select(sql<number>`count(distinct user_id)::int`.as('tenants'))
    .executeTakeFirstOrThrow()
  const inUse = (who: string) =>
    conflict(`${who} chosen ${name}, so it can’t be removed. You can rename it.`, 'in_use')
  if (tenants > 0) throw inUse(tenants === 1 ? '1 tenant has' : `${tenants} tenants have`)
  await tx
    .deleteFrom(kind === 'college' ? 'colleges' : 'faculties')
    .where('id', '=', id)
    .execute()
    .catch((error: unknown) => {
      // Somebody who chose it is moving in at this moment.
      throw (error as { code?: string }).code === FOREIGN_KEY_VIOLATION
        ? inUse('Somebody has')
        : error
    })
}

/**
 * Refuses a college or faculty whose id is unknown or is there twice, since its name would be lost.
 * @throws {HttpError} 400
 */
function refuseStrangers(now: College[], before: College[]) {
  const seen = new Set<string>()
  const isFirst = (key: string) => !seen.has(key) && seen.add(key)
  for (const [index, { id, faculties }] of now.entries()) {
    const known = before.find((college) => college.id === id)
    if (id !== null && !(known && isFirst(`college ${id}`))) {
      throw invalid(`now.${index}.name`, 'This college is no longer in the list. Add it again.')
    }
    for (const [at, faculty] of faculties.entries()) {
      if (faculty.id === null) continue
      const isOwn = known?.faculties.some((one) => one.id === faculty.id)
      if (!isOwn || !isFirst(`faculty ${faculty.id}`)) {
        const message = 'A faculty can’t be moved to another college. Add it there as a new one.'
        throw invalid(`now.${index}.faculties.${at}.name`, message)
      }
    }
  }
}

/** @throws {HttpError} 400 at the field of the second of two equal names */
function refuseTwice(entries: { name: string }[], fieldOf: (index: number) => string) {
  const names = entries.map(({ name }) => name.toLowerCase())
  const at = names.findIndex((name, index) => names.indexOf(name) < index)
  if (at >= 0) throw invalid(fieldOf(at), 'This is already in the list.')
}
