import type { Db } from '../db/connect.ts'

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
