import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listColleges, listFaculties } from '#contract/onboarding.ts'
import { type College, changeColleges, getColleges } from '#contract/settings.ts'
import {
  type Caller,
  databaseOfTier,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'

describe.each(databaseOfTier())('colleges on %s', (kind) => {
  let server: TestServer
  let grace: Caller
  beforeAll(async () => {
    server = await startServer(kind)
    grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
  })
  afterAll(() => endServer(server))

  const load = async () => (await grace.call(getColleges, {})).body
  const save = (was: College[], now: College[]) =>
    grace.call(changeColleges, { body: { was, now } })

  test('are added, renamed and removed; the onboarding form offers them at once', async () => {
    const was = await load()
    const [first] = was
    const added = {
      id: null,
      name: 'Law',
      faculties: ['Public Law', 'Private Law'].map((name) => ({ id: null, name })),
    }
    const now = [...was.map((one) => (one === first ? { ...one, name: 'Zoology' } : one)), added]
    const saved = await save(was, now)
    expect(saved.status).toBe(200)
    const law = saved.body.find(({ name }) => name === 'Law')
    const offered = (await server.call(listColleges, {})).body
    expect(offered).toContainEqual({ id: first?.id, name: 'Zoology' })
    const { body } = await server.call(listFaculties, { params: { id: law?.id ?? 0 } })
    expect(body.faculties.map(({ name }) => name)).toEqual(['Private Law', 'Public Law'])

    const without = saved.body.filter(({ name }) => name !== 'Law')
    expect((await save(saved.body, without)).body).toEqual(without)
  })

  test('two exchange their names, faculties too', async () => {
    const was = await load()
    const [one, other, ...rest] = was
    if (!one || !other) throw new Error('two colleges')
    const [first, second, ...others] = one.faculties
    if (!first || !second) throw new Error('two faculties')
    const now = [
      {
        ...one,
        name: other.name,
        faculties: [{ ...first, name: second.name }, { ...second, name: first.name }, ...others],
      },
      { ...other, name: one.name },
      ...rest,
    ]
    const { status, body } = await save(was, now)
    expect(status).toBe(200)
    expect(body.find(({ id }) => id === one.id)?.name).toBe(other.name)
    const faculties = body.find(({ id }) => id === one.id)?.faculties
    expect(faculties?.find(({ id }) => id === first.id)?.name).toBe(second.name)
  })

  test('a faculty of another college and a college that is there twice are refused', async () => {
    const was = await load()
    const [one, other, ...rest] = was
    if (!one || !other) throw new Error('two colleges')
    const moved = [
      { ...one, faculties: one.faculties.slice(1) },
      { ...other, faculties: [...other.faculties, ...one.faculties.slice(0, 1)] },
      ...rest,
    ]
    expect((await save(was, moved)).status).toBe(400)
    const twice = [...was, { ...one, name: 'Once more', faculties: [] }]
    expect((await save(was, twice)).status).toBe(400)
    expect(await load()).toEqual(was)
  })

  test('what tenants have chosen stays; no name is there twice', async () => {
    const was = await load()
    const { db } = server.running.context
    const used = await db.selectFrom('tenant_details').selectAll().executeTakeFirstOrThrow()
    const removed = await save(
      was,
      was.filter(({ id }) => id !== used.college_id),
    )
    expect([removed.status, removed.body.code]).toEqual([409, 'in_use'])
    expect(removed.body.message).toMatch(/chosen .* so it can’t be removed/)
    const [first, second] = was
    const twice = await save(was, [
      ...was,
      { ...(first ?? { faculties: [] }), id: null, name: first?.name.toUpperCase() ?? '' },
    ])
    expect(Object.keys(twice.body.fields ?? {})).toEqual([`now.${was.length}.name`])
    const empty = await save(was, [{ id: null, name: 'Arts', faculties: [] }, ...was])
    expect(empty.body.fields).toEqual({ 'now.0.faculties': 'Please add at least one faculty.' })
    const stale = await save([second ?? first ?? (was[0] as College)], was)
    expect([stale.status, stale.body.code]).toEqual([409, 'changed_meanwhile'])
    expect(await load()).toEqual(was)
  })
})
