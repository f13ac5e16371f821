import { ArrowLeft } from 'lucide-react'
import { Link, useLocation, useNavigate } from 'react-router'

/** To the place in the feed that one came from, or to its top. */
export function BackToFeed() {
  const navigate = useNavigate()
  const { state } = useLocation()
  return (
    <Link
      className="button quiet compact back"
      to="/services"
      onClick={(event) => {
        const { button, altKey, ctrlKey, metaKey, shiftKey } = event
        const elsewhere = button !== 0 || altKey || ctrlKey || metaKey || shiftKey
        if (elsewhere || state?.from !== 'feed') return
        event.preventDefault()
        navigate(-1)
      }}
    >
      <ArrowLeft className="icon" aria-hidden="true" />
      Back to the feed
    </Link>
  )
}
