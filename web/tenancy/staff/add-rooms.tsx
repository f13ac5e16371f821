import { Plus } from 'lucide-react'
import { useState } from 'react'
import { getOverview } from '#contract/overview.ts'
import { addRooms } from '#contract/rooms.ts'
import { getChecklist } from '#contract/settings.ts'
import { listRooms } from '#contract/tenants.ts'
import { readRoomPattern, splitRent } from '#rules/room-pattern.ts'
import { call } from '../../api.ts'
import { ActionResult } from '../../ui/action-result.tsx'
import { Button, SubmitButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useFormAction, useSchemaForm } from '../../ui/form.ts'
import { FormError } from '../../ui/form-error.tsx'
import { DashChoice } from './dash-choice.tsx'

const fields = ['pattern', 'rate', 'capacity'] as const

/** Adds rooms by a pattern. The form is open while the residence has no rooms. */
export function AddRooms({ none }: { none: boolean }) {
  const [open, setOpen] = useState(none)
  const [done, setDone] = useState<string | null>(null)
  const form = useSchemaForm(addRooms.body, {
    defaultValues: { pattern: '', rate: '', capacity: '1' },
  })
  const { errors } = form.formState
  const { submit, busy } = useFormAction(form, () => call(addRooms, { body: form.getValues() }), {
    fields,
    changes: [listRooms, getChecklist, getOverview],
    onSuccess({ added }) {
      setDone(added.length === 1 ? `${added[0]} was added.` : `${added.length} rooms were added.`)
      setOpen(false)
      form.reset()
    },
  })
  const [typed, typedRate] = form.watch(['pattern', 'rate'])
  // In “A101–A120, 6500” the number that looks like a rent is taken as one, unless its own field has been filled in.
  const { pattern, rent } = splitRent(typed)
  const takesRent = rent !== null && typedRate === ''
  const { rooms } = readRoomPattern(takesRent ? pattern : typed)
  function takeRent() {
    if (!takesRent) return
    form.setValue('pattern', pattern)
    form.setValue('rate', rent)
  }
  return (
    <div className={open ? 'stack-small add-rooms-open' : 'stack-small'}>
      {!open && (
        <div>
          <Button
            variant="secondary compact"
            icon={Plus}
            onClick={() => {
              setDone(null)
              setOpen(true)
            }}
          >
            Add rooms
          </Button>
        </div>
      )}
      {open && (
        <form
          className="plate padded stack add-rooms"
          noValidate
          onSubmit={(event) => {
            takeRent()
            submit(event)
          }}
        >
          <h2>Add rooms</h2>
          <TextField
            label="Room numbers"
            hint={
              rooms && rooms.length > 1
                ? `${rooms.length} rooms: ${rooms[0]} to ${rooms.at(-1)}${takesRent ? `, Ksh ${rent} a month` : ''}`
                : 'A range such as A101–A120, or numbers with commas between them.'
            }
            error={errors.pattern?.message}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            autoFocus={!none}
            {...form.register('pattern', {
              onChange: () => form.clearErrors('pattern'),
            })}
          />
          <DashChoice
            pattern={takesRent ? pattern : typed}
            onChoose={(chosen) => {
              takeRent()
              form.setValue('pattern', chosen)
              form.clearErrors('pattern')
            }}
          />
          <div className="field-pair">
            <TextField
              label="Rent a month for each tenant, Ksh"
              inputMode="numeric"
              error={takesRent ? undefined : errors.rate?.message}
              {...form.register('rate', { onChange: () => form.clearErrors('rate') })}
            />
            <TextField
              label="Places in each"
              inputMode="numeric"
              error={errors.capacity?.message}
              {...form.register('capacity')}
            />
          </div>
          {errors.root?.refused && (
            <FormError id="rooms-error">{errors.root.refused.message}</FormError>
          )}
          <div className="row wrap">
            <SubmitButton busy={busy} busyLabel="Adding...">
              {rooms && rooms.length > 1 ? `Add ${rooms.length} rooms` : 'Add'}
            </SubmitButton>
            {!none && (
              <Button variant="quiet" onClick={() => setOpen(false)}>
                Cancel
              </Button>
            )}
          </div>
        </form>
      )}
      <ActionResult takesFocus success={done} error={null} />
    </div>
  )
}
