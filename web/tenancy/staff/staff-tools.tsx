import type { ReactNode } from 'react'
import { PendingPostsCard } from '../../moderation/pending-count.tsx'
import { ComingAndGoing } from './coming-and-going.tsx'
import { RemoveForm } from './remove-form.tsx'
import { TransferForm } from './transfer-form.tsx'
import '../../look/moving.css'
import '../../look/tenants.css'

/** What staff have to do: the desk, the posts, who comes and goes, and the two forms. */
export const StaffTools = ({ desk }: { desk: ReactNode }) => (
  <div className="page staff-cols">
    <div className="stack-large">
      {desk}
      <PendingPostsCard />
    </div>
    <div className="forms">
      <TransferForm />
      <RemoveForm />
    </div>
    <ComingAndGoing />
  </div>
)
