import { addRooms } from '#contract/rooms.ts'
import { addTenant } from './add-tenant.ts'
import { callerAt } from './caller.ts'
import { expect, grace, signIn, test } from './fixtures.ts'

test.use({ ownServer: 'large-house' })

test('the wings of a large house are rows that open, on its map and where a room is chosen', {
  tag: '@long',
}, async ({ page, server }) => {
  const tenant = await addTenant(server)
  const staff = await callerAt(server.url, grace)
  for (const wing of ['C', 'D', 'E', 'F', 'G', 'H']) {
    await staff.call(addRooms, {
      body: { pattern: `${wing}101–${wing}130`, rate: '6500', capacity: '1' },
    })
  }

  await signIn(page, grace, { at: '/staff/rooms' })
  const map = page.getByRole('region', { name: 'Map of the residence' })
  const windowOf = (room: string) => map.getByRole('link', { name: new RegExp(`^${room},`) })
  const wing = map.getByRole('button', { name: /^Wing C\s*30 rooms, 30 free$/ })
  await expect(wing).toBeVisible()
  await expect(
    map.getByRole('button', { name: /^Wing A\s*20 rooms, Ksh\s[\d,]+ owed$/ }),
  ).toBeVisible()
  await expect(windowOf('C101')).toHaveCount(0)
  await wing.click()
  await windowOf('C101').hover()
  await expect(map.getByText('C101 · Empty')).toBeVisible()
  await expect(map.getByRole('button', { name: /^Wing H/ })).toBeHidden()
  await map.getByRole('button', { name: /^Show all \d+ wings$/ }).click()
  await map.getByRole('button', { name: /^Wing H/ }).click()
  await expect(windowOf('H130')).toBeVisible()
  await expect(windowOf('C101')).toHaveCount(0)

  await page.goto(`/staff/rooms/${tenant.room}`)
  await page.getByRole('button', { name: 'Change room' }).click()
  const dialog = page.getByRole('dialog', { name: `Change the room of ${tenant.full_name}` })
  await expect(dialog.getByRole('radio')).toHaveCount(0)
  await dialog.getByRole('button', { name: /^Wing D\s*30 free, from Ksh\s6,500 a month$/ }).click()
  await dialog.getByRole('radio', { name: /^D107,/ }).click()
  await expect(dialog.getByLabel('New room')).toHaveValue('D107')
})
