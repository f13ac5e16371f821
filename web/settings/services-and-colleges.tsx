import { Plus, Trash2 } from 'lucide-react'
import {
  type College,
  changeColleges,
  changeServices,
  getColleges,
  getServices,
  type Service,
} from '#contract/settings.ts'
import { call } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { FieldMessage, TextField } from '../ui/field.tsx'
import { removeFocused } from './list-entry.tsx'
import { ListSettings } from './list-settings.tsx'
import { Sentence } from './sentence.tsx'

export const Services = () => (
  <ListSettings<Service>
    noun="service"
    hint="What you offer, in the order the landing page shows it."
    get={getServices}
    save={(was, now) => call(changeServices, { body: { was, now } })}
    empty={{ name: '', description: '', coming_soon: false }}
    titleOf={({ name }) => name || 'New service'}
    lineOf={({ description, coming_soon }) =>
      coming_soon ? `Coming soon · ${description}` : description
    }
  >
    {({ entry, error, onChange }) => (
      <>
        <TextField
          label="Service"
          value={entry.name}
          error={error('name')}
          onChange={({ target }) => onChange({ ...entry, name: target.value })}
        />
        <Sentence
          label="Description"
          value={entry.description}
          error={error('description')}
          onChange={({ target }) => onChange({ ...entry, description: target.value })}
        />
        <label className="check-label">
          <input
            type="checkbox"
            checked={entry.coming_soon}
            onChange={({ target }) => onChange({ ...entry, coming_soon: target.checked })}
          />
          <span>Coming soon</span>
        </label>
      </>
    )}
  </ListSettings>
)

export const Colleges = () => (
  <ListSettings<College>
    noun="college"
    hint="New tenants pick from this list when they move in. If you rename a college or faculty, tenants who chose it get the new name too."
    get={getColleges}
    save={(was, now) => call(changeColleges, { body: { was, now } })}
    empty={{ id: null, name: '', faculties: [{ id: null, name: '' }] }}
    titleOf={({ name }) => name || 'New college'}
    lineOf={({ faculties }) => faculties.map(({ name }) => name).join(' · ')}
    isSorted
  >
    {({ entry, error, onChange }) => {
      const change = (faculties: College['faculties']) => onChange({ ...entry, faculties })
      return (
        <>
          <Sentence
            label="College"
            value={entry.name}
            error={error('name')}
            onChange={({ target }) => onChange({ ...entry, name: target.value })}
          />
          <fieldset className="faculty-fields">
            <legend className="label">Faculties</legend>
            {entry.faculties.map((faculty, at) => (
              <div key={faculty.id ?? `new ${at}`} className="faculty-field">
                <Sentence
                  label={<span className="visually-hidden">Faculty {at + 1}</span>}
                  value={faculty.name}
                  error={error(`faculties.${at}.name`)}
                  onChange={({ target }) =>
                    change(entry.faculties.with(at, { ...faculty, name: target.value }))
                  }
                />
                <button
                  type="button"
                  className="icon-button"
                  aria-label={`Remove ${faculty.name || `faculty ${at + 1}`}`}
                  onClick={({ currentTarget }) =>
                    removeFocused(currentTarget, '.faculty-field', 'button', () =>
                      change(entry.faculties.toSpliced(at, 1)),
                    )
                  }
                >
                  <Trash2 className="icon" aria-hidden="true" />
                </button>
              </div>
            ))}
            <FieldMessage id={`faculties-${entry.id}`} error={error('faculties')} />
            <Button
              variant="quiet compact"
              className="aligned"
              data-adds
              icon={Plus}
              onClick={() => change([...entry.faculties, { id: null, name: '' }])}
            >
              Add a faculty
            </Button>
          </fieldset>
        </>
      )
    }}
  </ListSettings>
)
