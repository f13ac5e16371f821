import { Guarded } from '../layout/guarded.tsx'
import { titled } from '../layout/title.ts'
import { Transactions } from './transactions.tsx'
import '../look/seg.css'
import '../look/transactions.css'

export const meta = titled('Transaction history')

export default function TransactionsPage() {
  return (
    <Guarded>
      <Transactions />
    </Guarded>
  )
}
