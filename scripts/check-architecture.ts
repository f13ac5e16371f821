import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { importCycles } from './import-cycles.ts'

/** The rules of the house that the compiler cannot see (docs/decisions/001). */
const most_lines = 400
const drawers = /(^|\/)(utils?|helpers?|common|misc|lib|services?|hooks|types)(\/|\.tsx?$)/
const rooms = ['rules', 'contract', 'server', 'web', 'simulator', 'e2e', 'bench', 'scripts']
/** What each room may import besides itself: other rooms, and packages by name. */
const may: Record<string, { rooms: string[]; packages: RegExp }> = {
  rules: { rooms: [], packages: /^$/ },
  contract: { rooms: ['rules'], packages: /^zod\/mini$/ },
}
/** Files of the server that are not a noun's: they may not know what the nouns do. */
const engine =
  /^server\/(config|data-dir|errors|serve|throttle|log|metrics|health|pages|mail|paging)\.ts$|^server\/(db|socket|uploads)\//
const routes = /(^|\/|-)routes\.ts$/
const queries = /(^|\/|-)queries\.ts$/
const knowsRoutes = /^server\/app\.ts$/
/** The only place that loads the simulator, and only when the settings ask for one. */
const loadsSimulator = 'server/start.ts'
/** What the simulator may use of the server and of the web app. */
const openToSimulator = /^(server\/errors\.ts|web\/(api\.ts|layout\/title\.ts|ui\/[^/]+))$/

const complaints: string[] = []
const texts = new Map<string, string>()
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(file))

for (const file of files) {
  const text = readFileSync(file, 'utf8')
  texts.set(file, text)
  const isTest = /\.(test|spec)\.tsx?$/.test(file)
  const say = (complaint: string) => complaints.push(`${file}: ${complaint}`)

  if (!/^[a-z0-9]+([.-][a-z0-9]+)*\.tsx?$/.test(basename(file))) say('name it in kebab-case')
  if (drawers.test(file)) say('give it the name of its subject, not of a drawer')
  if (basename(file).startsWith('index.')) say('no barrels: import from the file itself')
  const lines = text.split('\n').length - 1
  if (!isTest && lines > most_lines) say(`${lines} lines; split it before ${most_lines}`)
  if (/\b(TODO|FIXME|XXX|HACK)\b/.test(text) && file !== 'scripts/check-architecture.ts') {
    say('finish it, or open an issue')
  }
  if (/process\.env\b/.test(text) && /^(server|web|rules|contract)\//.test(file) && !isTest) {
    const readers =
      /^server\/(main|daraja-register|config|testing\/(postgres|process|test-length))\.ts$/
    if (!readers.test(file)) say('settings are read in server/config.ts only')
  }

  const room = file.split('/')[0] ?? ''
  const allowed = may[room]
  for (const [statement, from = ''] of text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)) {
    const relative = from.startsWith('.')
    const otherRoom = from.startsWith('#') ? from.slice(1).split('/')[0] : undefined
    if (relative && !/\.(ts|tsx|css|svg|json|mjs)(\?\w+)?$/.test(from)) {
      say(`write the extension: '${from}'`)
    }
    if (relative && from.includes('../../..')) say(`too far away: '${from}'`)
    if (allowed && !isTest) {
      if (otherRoom && !allowed.rooms.includes(otherRoom)) say(`must not import ${otherRoom}`)
      if (!relative && !otherRoom && !allowed.packages.test(from)) say(`must not import ${from}`)
    }
    if (/^(server|web|simulator)$/.test(room) && relative && !isTest) {
      const target = new URL(from, `file:///${file}`).pathname.slice(1)
      const isAllowed =
        target.startsWith(`${room}/`) ||
        (room === 'simulator' && openToSimulator.test(target)) ||
        (file === loadsSimulator &&
          target.startsWith('simulator/server/') &&
          statement.startsWith('import('))
      if (!isAllowed) say(`must not reach into ${dirname(target)}`)
      const noun = routes.test(target) || queries.test(target)
      if (engine.test(file) && noun) {
        say(`the engine must not know ${target}`)
      }
      const ofOneNoun = routes.test(file) && dirname(file) === dirname(target)
      if (room === 'server' && routes.test(target) && !ofOneNoun && !knowsRoutes.test(file)) {
        say(`only server/app.ts knows routes: ${target}`)
      }
    }
  }
}

for (const cycle of importCycles(texts)) complaints.push(`a circle: ${cycle.join(' -> ')}`)

for (const folder of new Set(files.map((file) => file.split('/')[0] ?? ''))) {
  if (folder.endsWith('.ts') || rooms.includes(folder)) continue
  complaints.push(`${folder}/: is no room of this house`)
}

if (complaints.length > 0) {
  console.error(complaints.join('\n'))
  process.exit(1)
}
