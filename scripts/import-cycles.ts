import { posix } from 'node:path'

/** What a file imports for good: neither types alone nor what it asks for later. */
const imports = /^(?:import|export)\s+(?!type\b)(?:[\w$\s{},*]+\s+from\s+)?'([^']+)'/gm

/** Where `from` leads, seen from a file: `./x.ts` and `#rules/x.ts`; a package leads nowhere here. */
function targetOf(file: string, from: string): string {
  return from.startsWith('#') ? from.slice(1) : posix.join(posix.dirname(file), from)
}

/**
 * Files that import each other in a circle, each circle once, from the file that closes it.
 * @param texts what stands in each file, by its path
 */
export function importCycles(texts: Map<string, string>): string[][] {
  const cycles: string[][] = []
  const done = new Set<string>()
  const path: string[] = []

  function visit(file: string) {
    const text = texts.get(file)
    if (text === undefined || done.has(file)) return
    if (path.includes(file)) {
      cycles.push([...path.slice(path.indexOf(file)), file])
      return
    }
    path.push(file)
    for (const [, from = ''] of text.matchAll(imports)) {
      if (/^[.#]/.test(from)) visit(targetOf(file, from))
    }
    path.pop()
    done.add(file)
  }
  for (const file of texts.keys()) visit(file)
  return cycles
}
