import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  approvePost,
  dismissReport,
  listModeratedPosts,
  listReports,
  rejectPost,
} from '#contract/moderation.ts'
import { deletePost, getPost, type ImageSize, reportPost, updatePost } from '#contract/posts.ts'
import { sweepPublicImages } from '../jobs.ts'
import { halves } from '../testing/images.ts'
import { endServer, startServer, type TestServer } from '../testing/server.ts'
import { openTestCompany, type TestCompany } from '../testing/test-company.ts'

let server: TestServer
let testCompany: TestCompany

beforeAll(async () => {
  server = await startServer('pglite', { THROTTLE: 'off' })
  testCompany = await openTestCompany(server)
})
afterAll(() => endServer(server))

const at = (id: number) => ({ params: { id } })
const words = { title: 'Party', description: 'About: Party' }
/** Images are distinguished by their width. */
const picture = async (width: number) =>
  new Blob([new Uint8Array(await halves(width, 200).jpeg().toBuffer())])
const widthOf = (sizes: ImageSize[] | undefined) => sizes?.at(-1)?.width
const urlOf = (sizes: ImageSize[] | undefined) => sizes?.at(-1)?.url ?? ''
const status = async (sizes: ImageSize[] | undefined) => (await server.fetch(urlOf(sizes))).status

const swap = async (id: number, width: number, title = words.title) =>
  testCompany.author.call(updatePost, {
    ...at(id),
    body: { ...words, title },
    files: { image: await picture(width) },
  })
const read = async (id: number) => (await testCompany.author.call(getPost, at(id))).body.image_sizes
const report = (id: number, who = testCompany.tenant) =>
  who.call(reportPost, { ...at(id), body: { reason: 'Look at the picture' } })
const reports = async (id: number) =>
  (await testCompany.staff.call(listReports, {})).body.filter(({ post }) => post.id === id)
const dismiss = async (id: number) => {
  for (const one of await reports(id)) await testCompany.staff.call(dismissReport, at(one.id))
}
const edited = async (id: number) =>
  (await testCompany.staff.call(listModeratedPosts, { query: { status: 'edited' } })).body.find(
    (post) => post.id === id,
  )
async function sweepLater() {
  const later = new Date(Date.now() + 2 * 86_400_000)
  await sweepPublicImages({ ...server.running.context, now: () => later })
}

test('a reported image that was replaced is retained until the report is closed', async () => {
  const id = await testCompany.publishPost('Party', await picture(300))
  await swap(id, 400)
  const bad = await read(id)
  await report(id)
  expect(urlOf((await reports(id))[0]?.image_sizes)).toBe(urlOf(bad))

  await swap(id, 301)
  await swap(id, 302)
  await sweepLater()
  const [retained] = await reports(id)
  expect(widthOf(retained?.image_sizes)).toBe(400)
  expect(widthOf(retained?.now?.image_sizes)).toBe(302)
  expect(await status(retained?.image_sizes)).toBe(200)
  // Only staff know its new name.
  expect(urlOf(retained?.image_sizes)).not.toBe(urlOf(bad))
  expect(await status(bad)).toBe(404)

  // Another user reports the current version: each report has its own image.
  await report(id, testCompany.staff)
  const both = await reports(id)
  expect(both.map(({ image_sizes }) => widthOf(image_sizes))).toEqual([302, 400])
  await testCompany.staff.call(dismissReport, at(both[0]?.id ?? 0))
  expect(await status(await read(id))).toBe(200)
  await dismiss(id)
  expect(await status(retained?.image_sizes)).toBe(404)
  expect(await status(await read(id))).toBe(200)
})

test('two reports of one image retain it until both are closed', async () => {
  const id = await testCompany.publishPost('Party', await picture(300))
  await swap(id, 400)
  await report(id)
  await report(id, testCompany.staff)
  await swap(id, 301)
  const [first, second] = await reports(id)
  expect(urlOf(first?.image_sizes)).toBe(urlOf(second?.image_sizes))
  await testCompany.staff.call(dismissReport, at(first?.id ?? 0))
  expect(await status(second?.image_sizes)).toBe(200)
  await dismiss(id)
  expect(await status(second?.image_sizes)).toBe(404)
})

test('the approved image is retained beside the current one until staff have reviewed the edit', async () => {
  const id = await testCompany.publishPost('Party', await picture(300))
  const first = await read(id)
  // Only the text was edited: the image is the same.
  await testCompany.author.call(updatePost, { ...at(id), body: { ...words, title: 'Big party' } })
  expect(urlOf((await edited(id))?.reviewed?.image_sizes)).toBe(urlOf(first))
  await swap(id, 400)
  const between = await read(id)
  await swap(id, 401)
  await sweepLater()
  const row = await edited(id)
  expect([row?.image_sizes, row?.reviewed?.image_sizes].map(widthOf)).toEqual([401, 300])
  expect([await status(first), await status(between)]).toEqual([404, 404])
  expect(await status(row?.reviewed?.image_sizes)).toBe(200)
  await testCompany.staff.call(approvePost, { ...at(id), body: {} })
  expect(await status(row?.reviewed?.image_sizes)).toBe(404)
  expect(await status(await read(id))).toBe(200)

  // Taken down: only its own image is left.
  await swap(id, 402)
  await report(id)
  await swap(id, 403)
  const seen = [(await edited(id))?.reviewed?.image_sizes, (await reports(id))[0]?.image_sizes]
  expect(seen.map(widthOf)).toEqual([401, 402])
  await testCompany.staff.call(rejectPost, { ...at(id), body: { reason: 'No' } })
  expect(await Promise.all(seen.map(status))).toEqual([404, 404])
  expect(widthOf(await read(id))).toBe(403)
  expect(await status(await read(id))).toBe(200)
})

test('a post that had no image when it was approved', async () => {
  const id = await testCompany.publishPost('Party')
  await swap(id, 300)
  expect((await edited(id))?.reviewed?.image_sizes).toEqual([])
})

test('the reported image of a deleted post is retained until the report is closed', async () => {
  const id = await testCompany.publishPost('Party', await picture(300))
  await swap(id, 400)
  const approved = (await edited(id))?.reviewed?.image_sizes
  const publicUrl = await read(id)
  await report(id)
  expect((await testCompany.author.call(deletePost, at(id))).status).toBe(204)
  await sweepLater()
  const [retained] = await reports(id)
  expect(retained).toMatchObject({ now: null, post: { deleted: true } })
  expect(widthOf(retained?.image_sizes)).toBe(400)
  expect(await status(retained?.image_sizes)).toBe(200)
  expect([await status(publicUrl), await status(approved)]).toEqual([404, 404])
  await dismiss(id)
  expect(await status(retained?.image_sizes)).toBe(404)
})
