import { Guarded } from '../layout/guarded.tsx'
import { titled } from '../layout/title.ts'
import { useSession } from '../session.ts'
import { MyWifi } from './my-wifi.tsx'
import '../look/wifi.css'

export const meta = titled('My wifi')

export default function WifiPage() {
  const session = useSession()
  return <Guarded>{session.status === 'signed_in' && <MyWifi user={session.user} />}</Guarded>
}
