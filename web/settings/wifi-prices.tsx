import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Waiting } from '#contract/approvals.ts'
import {
  type BundlePrice,
  changeBundlePrices,
  getBundlePrices,
  getPlannedPrices,
  type PriceEffect,
  planPrices,
  previewBundlePrices,
  previewPlannedPrices,
} from '#contract/settings.ts'
import { type Day, dayOf, formatDay } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { dataPanes, formatBundleDays, GIGABYTE } from '#rules/wifi.ts'
import { call, query } from '../api.ts'
import { labelOf, WaitingNote, WillWaitNote } from '../approvals/waiting-note.tsx'
import { ActionResult } from '../ui/action-result.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { TextField } from '../ui/field.tsx'
import { FetchFailed } from '../ui/message-plate.tsx'
import { useAction } from '../ui/use-action.ts'
import { type EntryProps, ListForm, ListSettings } from './list-settings.tsx'
import { useUnsaved } from './unsaved.tsx'
import { useSetting } from './use-setting.ts'
import '../site/bundles.css'

/** The price list of the client's specification. */
const offeredPrices: BundlePrice[] = [
  { id: null, gigabytes: 2, days: 2, price: 50 },
  { id: null, gigabytes: 3, days: 3, price: 100 },
  { id: null, gigabytes: 10, days: 30, price: 650 },
]

const bundleTitle = ({ gigabytes, days }: BundlePrice) =>
  `${gigabytes}GB, ${formatBundleDays(days)}`

const bundleFields = ({ entry, error, onChange }: EntryProps<BundlePrice>) => (
  <div className="bundle-fields">
    {columns.map((name) => (
      <TextField
        key={name}
        label={bundleLabels[name]}
        type="number"
        inputMode="numeric"
        min={1}
        value={Number.isNaN(entry[name]) ? '' : entry[name]}
        error={error(name)}
        onChange={({ target }) => onChange({ ...entry, [name]: target.valueAsNumber })}
      />
    ))}
  </div>
)

const bundleLabels = { gigabytes: 'Data, GB', days: 'Days', price: 'Price, Ksh' }
const columns = ['gigabytes', 'days', 'price'] as const

/** A bundle in a row: its numbers below those of the bundle above, and a pane for each gigabyte. */
const bundleFace = ({ gigabytes, days, price }: BundlePrice) => (
  <span className="bundle-face tabular">
    <span>{Number.isNaN(gigabytes) ? '–' : gigabytes} GB</span>
    <span className="bundle-panes" aria-hidden="true">
      <span className="gigabytes">
        {dataPanes(gigabytes * GIGABYTE).map((pane) => (
          <i key={pane} />
        ))}
      </span>
    </span>
    <span>{Number.isNaN(days) ? '–' : formatBundleDays(days)}</span>
    <b>{Number.isNaN(price) ? '–' : ksh(price)}</b>
  </span>
)

const noBundle: BundlePrice = { id: null, gigabytes: 1, days: 1, price: 20 }

export function BundlePrices() {
  const [waiting, setWaiting] = useState<Waiting>()
  return (
    <div className="stack-large">
      <ListSettings<BundlePrice>
        noun="bundle"
        hint="Changes here don’t affect bundles already bought."
        get={getBundlePrices}
        save={async (was, now) => {
          const saved = await call(changeBundlePrices, { body: { was, now } })
          const waits = 'waiting' in saved
          setWaiting(waits ? saved.waiting : undefined)
          return waits ? was : saved
        }}
        look={async (was, now) => {
          setWaiting(undefined)
          return shownEffect(await call(previewBundlePrices, { body: { was, now } }))
        }}
        waiting={waiting && <WaitingNote waiting={waiting} />}
        empty={noBundle}
        suggested={{ label: 'Start with three usual bundles', entries: offeredPrices }}
        titleOf={bundleTitle}
        faceOf={bundleFace}
      >
        {bundleFields}
      </ListSettings>
      <PlannedBundles />
    </div>
  )
}

const shownEffect = ({ changes, waits }: PriceEffect) => ({
  label: labelOf(waits, 'Save'),
  effect: (
    <div className="plate padded stack-small">
      <PriceChanges changes={changes} then="Then" />
      <WillWaitNote waits={waits} />
    </div>
  ),
})

interface PriceChangesProps extends Pick<PriceEffect, 'changes'> {
  /** Heads the prices after the change; those before are `Now` or, of a plan that is cancelled, `Planned`. */
  then: 'Then' | 'Instead'
}

const PriceChanges = ({ changes, then }: PriceChangesProps) =>
  changes.length === 0 ? (
    <p>No price changes.</p>
  ) : (
    <table className="price-changes tabular">
      <caption>These prices change:</caption>
      <thead>
        <tr>
          <th scope="col">Bundle</th>
          <th scope="col">{then === 'Then' ? 'Now' : 'Planned'}</th>
          <th scope="col">{then}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ of, before, after }) => (
          <tr key={of}>
            <th scope="row">{of}</th>
            <td>{before === null ? (then === 'Then' ? 'New' : 'Not sold') : ksh(before)}</td>
            <td>
              {after === null ? (
                then === 'Then' ? (
                  'No longer sold'
                ) : (
                  'Not sold'
                )
              ) : (
                <b>{ksh(after)}</b>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )

/** The prices that apply from a later day, and a form for them. */
function PlannedBundles() {
  const { data: plan, error, refetch } = useSetting(getPlannedPrices)
  const { data: current } = useQuery(query(getBundlePrices, {}))
  const section = useRef<HTMLElement>(null)
  /** The plan that is being changed, as it was when its form was opened. */
  const [opened, setOpened] = useState<{ was: typeof plan } | null>(null)
  const [waiting, setWaiting] = useState<Waiting>()
  const question = useAction(async () => ({
    was: plan,
    ...(await call(previewPlannedPrices, { body: { was: plan, now: null } })),
  }))
  const removal = useAction((was: typeof plan) => call(planPrices, { body: { was, now: null } }), {
    changes: [getPlannedPrices],
  })
  const tomorrow = dayOf(new Date(Date.now() + 86_400_000))
  const [from, setFrom] = useState<Day>('')
  useUnsaved(from !== '')
  const day = from || opened?.was?.from || tomorrow
  if (plan === undefined || !current) {
    return error ? (
      <FetchFailed
        title="The planned prices couldn’t be loaded"
        message={errorMessage(error, WENT_WRONG)}
        onRetry={() => refetch()}
      />
    ) : null
  }
  return (
    <section ref={section} className="plate padded stack" aria-labelledby="planned">
      <h2 id="planned">From a later day</h2>
      {plan ? (
        <>
          <p>
            From <b>{formatDay(plan.from)}</b> on these are sold:
          </p>
          <ul className="staff-list tabular">
            {plan.bundles.map((bundle) => (
              <li
                key={`${bundle.id} ${bundleTitle(bundle)} ${bundle.price}`}
                className="row between"
              >
                <span>{bundleTitle(bundle)}</span>
                <b>{ksh(bundle.price)}</b>
              </li>
            ))}
          </ul>
          {plan.bundles.length === 0 && <p>Nothing: wifi won’t be on sale.</p>}
        </>
      ) : (
        <p className="muted">Plan new prices. They start on the day you choose.</p>
      )}
      {opened ? (
        <ListForm<BundlePrice>
          noun="bundle"
          hint=""
          get={getPlannedPrices}
          path="now.bundles"
          alwaysSaves
          reload={async () => {
            const { data: was } = await refetch()
            setOpened({ was })
            return was?.bundles ?? current
          }}
          loaded={opened.was?.bundles ?? current}
          look={async (_, bundles) => {
            const body = { was: opened.was, now: { from: day, bundles } }
            return shownEffect(await call(previewPlannedPrices, { body }))
          }}
          save={async (_, bundles) => {
            const body = { was: opened.was, now: { from: day, bundles } }
            const saved = await call(planPrices, { body })
            setWaiting(saved && 'waiting' in saved ? saved.waiting : undefined)
            setOpened(null)
            setFrom('')
            await refetch()
            return bundles
          }}
          empty={noBundle}
          titleOf={bundleTitle}
          faceOf={bundleFace}
          onDiscard={() => {
            flushSync(() => {
              setOpened(null)
              setFrom('')
            })
            section.current?.querySelector('button')?.focus()
          }}
          head={(error) => (
            <TextField
              label="First day of these prices"
              type="date"
              className="tabular"
              min={tomorrow}
              value={day}
              error={error('now.from')}
              onChange={({ target }) => setFrom(target.value)}
            />
          )}
        >
          {bundleFields}
        </ListForm>
      ) : (
        <div className="row wrap">
          <Button variant="secondary" onClick={() => setOpened({ was: plan })}>
            {plan ? 'Change the plan' : 'Plan new prices'}
          </Button>
          {plan && (
            <Button
              variant="quiet danger-text"
              busy={question.busy}
              onClick={() => void question.run()}
            >
              Cancel the plan
            </Button>
          )}
        </div>
      )}
      <WaitingNote waiting={waiting} />
      <ActionResult success={null} error={question.error ?? removal.error} />
      {plan && question.result && (
        <ConfirmDialog
          title={`Cancel the prices planned for ${formatDay(plan.from)}?`}
          confirmLabel="Cancel the plan"
          danger
          busy={removal.busy}
          other={{ label: 'Keep the plan', onClick: question.reset }}
          onConfirm={() =>
            question.result && void removal.run(question.result.was).then(question.reset)
          }
          onClose={question.reset}
        >
          <PriceChanges changes={question.result.changes} then="Instead" />
        </ConfirmDialog>
      )}
    </section>
  )
}
