import type { Module } from './modules.ts'

/**
 * Flows that a newcomer reads, file by file in this order. Every file is connected to the one before: one
 * of the two imports the other, or both name the same endpoint or socket event of the contract, or the same
 * table (`via`).
 */
export interface Walk {
  name: string
  /** More files than this fail the check. */
  limit: number
  steps: { file: string; via?: string }[]
}

export const walks: Walk[] = []

const imports = (from: Module, to: string) => from.imports.some(({ target }) => target === to)
const names = (module: Module, word: string) => new RegExp(`\\b${word}\\b`).test(module.text)

/** What is wrong with a walk, in sentences. */
export function checkWalk({ name, limit, steps }: Walk, modules: Map<string, Module>): string[] {
  const problems: string[] = []
  if (steps.length > limit) problems.push(`${steps.length} files; the limit is ${limit}`)
  if (new Set(steps.map(({ file }) => file)).size < steps.length)
    problems.push('a file comes twice')
  for (const [index, { file, via }] of steps.entries()) {
    const module = modules.get(file)
    if (!module) {
      problems.push(`${file} does not exist`)
      continue
    }
    const before = index > 0 ? modules.get(steps[index - 1]?.file ?? '') : undefined
    if (!before) continue
    if (via === undefined) {
      if (imports(before, file) || imports(module, before.path)) continue
      problems.push(`${before.path} and ${file} do not import each other`)
    } else if (!names(before, via) || !names(module, via)) {
      problems.push(`${before.path} and ${file} do not both name ${via}`)
    }
  }
  return problems.map((problem) => `walk "${name}": ${problem}`)
}
