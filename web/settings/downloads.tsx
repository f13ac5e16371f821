import { Download } from 'lucide-react'
import { useState } from 'react'
import { type ExportKind, exportKinds, exportTable, timedExports } from '#contract/exports.ts'
import { download } from '../api.ts'
import { Permitted } from '../permission.tsx'
import { ActionResult } from '../ui/action-result.tsx'
import { Button } from '../ui/button.tsx'
import { type DayRange, DayRangeFields, isWrongOrder } from '../ui/day-range.tsx'
import { saveFile } from '../ui/save-file.ts'
import { useAction } from '../ui/use-action.ts'

const contents: Record<ExportKind, { title: string; text: string }> = {
  rooms: { title: 'Rooms', text: 'Rent, places, who lives there, notes.' },
  tenants: {
    title: 'Tenants',
    text: 'Everyone who has or had a room: contact, studies, room, balance. It contains ID numbers: keep it safe.',
  },
  ledger: { title: 'Ledger', text: 'Every charge, rent payment and correction of all accounts.' },
  payments: { title: 'Payments', text: 'Rent, wifi and deposits, with M‑Pesa codes and receipts.' },
  deposits: { title: 'Deposits', text: 'What was paid, deducted and given back. It isn’t income.' },
  posts: { title: 'Posts', text: 'Texts, authors and decisions.' },
}

/** The tables of the residence as files for a spreadsheet. */
export function Downloads() {
  const [days, setDays] = useState<DayRange>({ from: '', until: '' })
  const { run, busy, input, result, error } = useAction(async (kind: ExportKind) => {
    const query = timedExports.includes(kind)
      ? { from: days.from || undefined, until: days.until || undefined }
      : {}
    saveFile(await download(exportTable, { params: { kind }, query }))
    return true
  })
  const wrongOrder = isWrongOrder(days)
  return (
    <Permitted to="tables" what="download tables">
      <section className="plate padded stack" aria-labelledby="downloads">
        <div className="stack-small">
          <h2 id="downloads">Tables for a spreadsheet</h2>
          <p className="muted">
            CSV files that Excel, LibreOffice and Google Sheets open. Each download is in the log.
          </p>
        </div>
        <div className="field-pair narrow-fields">
          <DayRangeFields
            range={days}
            onChange={(name, day) => setDays({ ...days, [name]: day })}
          />
        </div>
        <p className="small muted">
          Dates apply to the ledger, payments, deposits and posts. Leave them empty to get
          everything.
        </p>
        <ul className="staff-list">
          {exportKinds.map((kind) => (
            <li key={kind} className="row between wrap">
              <div>
                <h3>{contents[kind].title}</h3>
                <p className="small muted">{contents[kind].text}</p>
              </div>
              <Button
                variant="secondary compact"
                icon={Download}
                busy={busy && input === kind}
                disabled={wrongOrder && timedExports.includes(kind)}
                onClick={() => void run(kind)}
              >
                Download<span className="visually-hidden"> {contents[kind].title}</span>
              </Button>
            </li>
          ))}
        </ul>
        <ActionResult
          success={result && input && `${contents[input].title}: downloaded.`}
          error={error}
          fallback="The file couldn’t be downloaded. Please try again."
        />
      </section>
    </Permitted>
  )
}
