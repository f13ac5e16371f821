import { formatPhone } from '#rules/phone.ts'
import { Note } from '../ui/note.tsx'
import { telephoneLink } from '../ui/telephone-link.ts'
import { useCompany } from './root-data.ts'

/** For browsers without JavaScript: what to do instead. Hides what waits for scripts for ever. */
export function NoScripts() {
  const { phone } = useCompany()
  return (
    <noscript>
      <style>{'.waits-for-scripts{display:none}'}</style>
      <div className="space-above">
        <Note kind="warning">
          <b>This page needs JavaScript.</b> Please turn it on in your browser’s settings, or call
          the office:{' '}
          <a className="nowrap" href={telephoneLink(phone)}>
            {formatPhone(phone)}
          </a>
          .
        </Note>
      </div>
    </noscript>
  )
}
