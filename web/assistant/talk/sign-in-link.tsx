import { LogIn } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import type { AssistantFlow } from '../../layout/call-assistant.ts'
import { rememberPage } from '../../layout/return-page.ts'
import { comeBackTo } from '../use-opening.ts'

/** To the login, and straight back to this page and flow. */
export function SignInLink({ flow }: { flow: AssistantFlow }) {
  const location = useLocation()
  return (
    <Link
      to="/auth/login"
      className="button w-full"
      onClick={() => {
        rememberPage(location)
        comeBackTo(flow)
      }}
    >
      <LogIn className="icon" aria-hidden="true" />
      Sign in
    </Link>
  )
}
