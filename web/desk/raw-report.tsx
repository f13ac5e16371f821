import type { DeskDetail } from '#contract/desk.ts'

/** M-Pesa's own words, for whoever wants to look; they may be long. */
export function RawReport({ item: { raw, reason } }: { item: DeskDetail }) {
  if (raw === null || raw === undefined) return null
  return (
    <details className="raw" open={reason === 'unreadable'}>
      <summary>What M-Pesa sent</summary>
      <pre>{typeof raw === 'string' ? raw : JSON.stringify(raw, null, 2)}</pre>
    </details>
  )
}
