import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

export interface Import {
  /** A module of this repository by its path, or a package by its name. */
  target: string
  isPackage: boolean
  /** The specifier as written. */
  written: string
  kind: 'static' | 'type' | 'dynamic'
}

export interface Module {
  path: string
  text: string
  lines: number
  isTest: boolean
  imports: Import[]
}

const staticImport = /^(?:import|export)\s+(type\s+)?(?:[\w$\s{},*]+?\s+from\s+)?'([^']+)'/gm
const dynamicImport = /\bimport\(\s*'([^']+)'/g

function resolve(path: string, written: string): Pick<Import, 'target' | 'isPackage'> {
  const from = written.replace(/\?\w+$/, '')
  if (from.startsWith('#')) return { target: from.slice(1), isPackage: false }
  if (!from.startsWith('.')) return { target: from, isPackage: true }
  return { target: posix.join(posix.dirname(path), from), isPackage: false }
}

function importsOf(path: string, text: string): Import[] {
  const imports: Import[] = []
  for (const [, type, written = ''] of text.matchAll(staticImport)) {
    imports.push({ ...resolve(path, written), written, kind: type ? 'type' : 'static' })
  }
  for (const [, written = ''] of text.matchAll(dynamicImport)) {
    imports.push({ ...resolve(path, written), written, kind: 'dynamic' })
  }
  return imports
}

/** The files of the repository, including uncommitted ones. */
export const listFiles = (...patterns: string[]): string[] =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...patterns], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && existsSync(file))

/** Every TypeScript module of the repository by its path. */
export function readModules(): Map<string, Module> {
  const modules = new Map<string, Module>()
  for (const path of listFiles('*.ts', '*.tsx')) {
    const text = readFileSync(path, 'utf8')
    modules.set(path, {
      path,
      text,
      lines: text.split('\n').length - 1,
      isTest: /\.(test|spec)\.tsx?$/.test(path),
      imports: importsOf(path, text),
    })
  }
  return modules
}

export interface Importer {
  path: string
  kind: Import['kind']
}

/** The importers of each module; tests count, since a module with its own test is a unit. */
export function importersOf(modules: Map<string, Module>): Map<string, Importer[]> {
  const importers = new Map<string, Importer[]>()
  for (const { path, imports } of modules.values()) {
    const targets = new Map<string, Import['kind']>()
    for (const { target, isPackage, kind } of imports) {
      if (isPackage) continue
      // Type imports do not count: they are erased.
      targets.set(target, kind === 'dynamic' ? kind : (targets.get(target) ?? kind))
    }
    for (const [target, kind] of targets) {
      importers.set(target, [...(importers.get(target) ?? []), { path, kind }])
    }
  }
  return importers
}

/** Import cycles, each once, from the module that closes it; type imports and dynamic imports do not count. */
export const importCycles = (modules: Map<string, Module>) =>
  cyclesOf(
    new Map(
      [...modules].map(([path, { imports }]) => [
        path,
        new Set(imports.flatMap(({ kind, target }) => (kind === 'static' ? target : []))),
      ]),
    ),
  )

/** Features that depend on each other, directly or through others; an import of a type counts, too. */
export function featureCycles(modules: Map<string, Module>, feature: RegExp): string[][] {
  const featureOf = (path: string) => feature.exec(path)?.[0]
  const uses = new Map<string, Set<string>>()
  for (const { path, imports, isTest } of modules.values()) {
    const from = featureOf(path)
    if (isTest || !from) continue
    const all = uses.get(from) ?? new Set()
    uses.set(from, all)
    for (const { target } of imports) {
      const to = featureOf(target)
      if (to && to !== from) all.add(to)
    }
  }
  return cyclesOf(uses)
}

function cyclesOf(uses: Map<string, Set<string>>): string[][] {
  const cycles: string[][] = []
  const done = new Set<string>()
  const path: string[] = []

  function visit(node: string) {
    if (!uses.has(node) || done.has(node)) return
    if (path.includes(node)) {
      cycles.push([...path.slice(path.indexOf(node)), node])
      return
    }
    path.push(node)
    for (const used of uses.get(node) ?? []) visit(used)
    path.pop()
    done.add(node)
  }
  for (const node of uses.keys()) visit(node)
  return cycles
}
