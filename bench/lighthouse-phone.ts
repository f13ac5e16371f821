import lighthouse, { type Flags, type Result } from 'lighthouse'

/** Lighthouse can't do two things at once in a process: it would mix up their times. */
let last: Promise<unknown> = Promise.resolve()

/** Opens a page on Lighthouse's throttled phone, in the browser behind a debugging port. */
export function measure(...page: Parameters<typeof open>): Promise<Result> {
  const result = last.then(() => open(...page))
  last = result.catch(() => {})
  return result
}

async function open(url: string, port: number, flags: Flags = {}): Promise<Result> {
  const run = await lighthouse(url, {
    port,
    ...flags,
    onlyCategories: ['performance'],
    logLevel: 'error',
  })
  if (!run || run.lhr.runtimeError) throw new Error(run?.lhr.runtimeError?.message ?? url)
  return run.lhr
}

export const score = ({ categories }: Result) =>
  Math.round((categories.performance?.score ?? 0) * 100)
const numberOf = (name: string) => (result: Result) => result.audits[name]?.numericValue ?? 0
export const largestPaint = numberOf('largest-contentful-paint')
export const shift = numberOf('cumulative-layout-shift')

/** Transferred bytes of one kind of file, or of all. */
export function kilobytes(result: Result, kind?: string): string {
  const { details } = result.audits['network-requests'] ?? {}
  const requests = details?.type === 'table' ? details.items : []
  const bytes = requests
    .filter((request) => !kind || request.resourceType === kind)
    .reduce((sum, request) => sum + Number(request.transferSize ?? 0), 0)
  return `${(bytes / 1024).toFixed(1)} KB`
}

export function middle<T>(values: T[], by: (value: T) => number): number {
  const sorted = values.map(by).sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

export const seconds = (figure: number) => `${(figure / 1000).toFixed(2)} s`
export const ratio = (ours: number, theirs: number) =>
  theirs > 0 ? (ours / theirs).toFixed(2) : ''
