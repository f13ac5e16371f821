import { describe, expect, test } from 'vitest'
import { createTenantSearch, searchHint, searchTenants } from './tenant-search.ts'

const tenant = (full_name: string, room: string | null = null) => ({ full_name, room })
const residents = [
  tenant('Amina Otieno', 'A101'),
  tenant('Brian Kamau', 'A102'),
  tenant('Lucy Kamau Wambui', 'B103'),
  tenant('Wanjiku Ndung’u', 'B201'),
  tenant('Mũthoni Gĩtaũ', 'B202'),
  tenant('Moved Out'),
]
const search = (typed: string, tenants = residents) =>
  searchTenants(typed, tenants, ({ room }) => room)
const names = (typed: string) => search(typed).shown.map(({ full_name }) => full_name)

describe('searching tenants', () => {
  test('an apostrophe alone finds nobody, and nothing typed finds all', () => {
    const find = createTenantSearch(residents, ({ room }) => room)
    expect([find("'").length, find(' ').length]).toEqual([0, residents.length])
  })

  test.each([
    ['kam', ['Brian Kamau', 'Lucy Kamau Wambui']],
    ['KAMAU W', ['Lucy Kamau Wambui']],
    ['  amina   otieno ', ['Amina Otieno']],
    ['a10', ['Amina Otieno', 'Brian Kamau']],
    ['02', ['Brian Kamau', 'Mũthoni Gĩtaũ']],
    ["ndung'u", ['Wanjiku Ndung’u']],
    ['ndungu', ['Wanjiku Ndung’u']],
    ['gitau', ['Mũthoni Gĩtaũ']],
    ['gĩtaũ', ['Mũthoni Gĩtaũ']],
    ['null', []],
    ['otieno amina', []],
    ['', []],
    ['   ', []],
  ])('%o', (typed, expected) => {
    expect(names(typed)).toEqual(expected)
  })

  const crowd = Array.from({ length: 8 }, (_, index) => tenant(`Kamau ${index}`))
  test.each([
    [5, 5, 0, null],
    [6, 5, 1, '+1 more tenants match your search'],
    [8, 5, 3, '+3 more tenants match your search'],
  ])('of %i the first %i are listed', (size, shown, more, sentence) => {
    const found = search('kamau', crowd.slice(0, size))
    expect(found).toEqual({ shown: crowd.slice(0, shown), more })
    expect(searchHint('kamau', found)).toBe(sentence)
  })

  test('says when nothing is found, and is empty before anything is typed', () => {
    expect(searchHint('zzz', search('zzz'))).toBe('No tenants found matching your search')
    expect(searchHint(' ', search(' '))).toBeNull()
  })

  test('an index finds all matches, and all tenants for an empty text', () => {
    const find = createTenantSearch(residents, ({ room }) => room)
    expect(find('a').map(({ full_name }) => full_name)).not.toContain('Moved Out')
    expect(find('B2').map(({ room }) => room)).toEqual(['B201', 'B202'])
    expect(find('  ')).toEqual(residents)
  })

  test('rooms that begin with what was typed come first, in their order', () => {
    const others = [tenant('Asha', 'BA10'), tenant('Zuri', 'A103'), ...residents]
    const rooms = search('a10', others).shown.map(({ room }) => room)
    expect(rooms).toEqual(['A101', 'A102', 'A103', 'BA10'])
  })
})
