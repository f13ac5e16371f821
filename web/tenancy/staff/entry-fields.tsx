import type { UseFormRegisterReturn } from 'react-hook-form'
import type { Day } from '#rules/calendar.ts'
import { earliestEntryDay } from '#rules/hand-entry.ts'
import { TextArea, TextField } from '../../ui/field.tsx'

type FieldName = 'amount' | 'on' | 'reference' | 'reason'

interface EntryFieldsProps {
  register: (name: FieldName) => UseFormRegisterReturn
  errors: Partial<Record<FieldName, { message?: string | undefined }>>
  today: Day
  /** The fields that this kind of entry has besides the sum. */
  asks: { day: boolean; reference: 'bank' | 'code' | null; reason: boolean }
}

/** The sum, day, reference and reason of an entry by hand, for rent or a deposit. */
export const EntryFields = ({ register, errors, today, asks }: EntryFieldsProps) => (
  <>
    <div className="field-pair">
      <TextField
        label="Amount, Ksh"
        inputMode="numeric"
        error={errors.amount?.message}
        {...register('amount')}
      />
      {asks.day && (
        <TextField
          label="Day"
          type="date"
          className="tabular"
          min={earliestEntryDay(today)}
          max={today}
          error={errors.on?.message}
          {...register('on')}
        />
      )}
    </div>
    {asks.reference && (
      <TextField
        label={
          asks.reference === 'bank'
            ? 'Code of the transfer'
            : 'M‑Pesa code, or who signed for the cash'
        }
        error={errors.reference?.message}
        {...register('reference')}
      />
    )}
    <TextArea
      label="Reason"
      optional={!asks.reason}
      hint="The tenant sees this."
      rows={2}
      error={errors.reason?.message}
      {...register('reason')}
    />
  </>
)
