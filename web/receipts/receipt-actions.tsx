import { Download, Printer } from 'lucide-react'
import { getReceiptPdf } from '#contract/receipts.ts'
import { download } from '../api.ts'
import { BusyIndicator } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { useAct } from '../ui/use-act.ts'

/** The file is asked for with the access token, so it cannot be a plain link. */
async function savePdf(number: string) {
  const file = await download(getReceiptPdf, { params: { number } })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = `${number}.pdf`
  link.click()
  // The browser reads it a moment later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

export function ReceiptActions({ number }: { number: string }) {
  const { act, busy, error } = useAct<void>()
  return (
    <div className="stack on-screen">
      <div className="row wrap">
        <button
          type="button"
          className="button"
          aria-busy={busy !== null}
          onClick={() => void act('pdf', () => savePdf(number))}
        >
          <Download className="icon" aria-hidden="true" />
          Download PDF
          {busy && <BusyIndicator />}
        </button>
        <button type="button" className="button secondary" onClick={() => print()}>
          <Printer className="icon" aria-hidden="true" />
          Print
        </button>
      </div>
      {error && <Note kind="error">{error.message}</Note>}
    </div>
  )
}
