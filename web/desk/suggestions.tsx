import { Check } from 'lucide-react'
import type { DeskDetail } from '#contract/desk.ts'
import { type Credit, CreditButton } from './credit-button.tsx'
import { dueWords, personWords, reasonsFor, whomWords } from './words.ts'

/** Whose it may be, each with its reasons. None is put first while it may be counted already. */
export const Suggestions = ({ item, credit }: { item: DeskDetail; credit: Credit }) => {
  const undecided = item.reason === 'possible_twin' && item.twins.length > 0
  return (
    item.suggestions.length > 0 && (
      <ul className="stack-small">
        {item.suggestions.map((suggestion) => {
          const { account } = suggestion
          const likely = suggestion.likely && !undecided
          return (
            <li key={account.account_number} className={likely ? 'suggestion best' : 'suggestion'}>
              <div className="row between wrap">
                <b>{personWords(account)}</b>
                {likely ? (
                  <span className="tag success">
                    <Check className="icon" aria-hidden="true" />
                    very likely
                  </span>
                ) : (
                  !undecided && <span className="tag">possible</span>
                )}
              </div>
              <ul className="small why">
                {[...reasonsFor(item, suggestion), `Now ${dueWords(account.due)}.`].map(
                  (reason) => (
                    <li key={reason}>
                      <Check className="icon" aria-hidden="true" />
                      {reason}
                    </li>
                  ),
                )}
              </ul>
              <CreditButton
                credit={credit}
                account_number={account.account_number}
                whom={whomWords(account)}
                likely={likely}
              />
            </li>
          )
        })}
      </ul>
    )
  )
}
