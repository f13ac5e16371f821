import type { TenantDetail } from '#contract/tenancy.ts'
import { formatDateTime } from '#rules/calendar.ts'
import { formatPhone } from '#rules/phone.ts'

type Details = NonNullable<TenantDetail['details']>

const rows = (details: Details): [string, string][] => [
  ['ID number', details.id_number],
  ['Phone', formatPhone(details.phone_number)],
  [
    `Emergency (${details.emergency_contact_relationship.toLowerCase()})`,
    formatPhone(details.emergency_phone_number),
  ],
  ...(details.sponsor_phone
    ? [['Sponsor', formatPhone(details.sponsor_phone)] satisfies [string, string]]
    : []),
  ...(details.gender ? [['Gender', details.gender] satisfies [string, string]] : []),
  ['College', details.college],
  ['Faculty', details.faculty],
  ['Registration number', details.registration_number],
  ['Year of study', String(details.year_of_study)],
  ['Agreed to the terms', formatDateTime(new Date(details.terms_agreed_at))],
]

/** What they wrote when they moved in. */
export const TenantDetails = ({ tenant: { details, username } }: { tenant: TenantDetail }) => (
  <section className="plate pad stack-small" aria-labelledby="details">
    <h2 id="details">Details</h2>
    {!details && <p className="muted">There is no onboarding form of theirs.</p>}
    <dl className="told-rows">
      <div>
        <dt>Username</dt>
        <dd className="tabular">{formatPhone(username)}</dd>
      </div>
      {details &&
        rows(details).map(([name, told]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="tabular">{told}</dd>
          </div>
        ))}
    </dl>
  </section>
)
