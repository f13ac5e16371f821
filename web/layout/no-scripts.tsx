import { formatPhone } from '#rules/phone.ts'
import { Note } from '../ui/note.tsx'
import { telephoneLink } from '../ui/telephone-link.ts'
import { useCompany } from './root-data.ts'

/** Advice for browsers without JavaScript. Hides elements that would wait for scripts for ever. */
export const NoScripts = () => (
  // React leaves the content alone in the browser, so its code is left out there.
  <noscript>{import.meta.env.SSR && <Advice />}</noscript>
)

function Advice() {
  const { phone } = useCompany()
  return (
    <>
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
    </>
  )
}
