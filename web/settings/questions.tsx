import { useState } from 'react'
import {
  changeFrequentQuestions,
  type FrequentQuestion,
  getFrequentQuestions,
  type TriedQuestion,
  tryQuestion,
} from '#contract/settings.ts'
import { ApiError, call } from '../api.ts'
import { ActionResult } from '../ui/action-result.tsx'
import { SubmitButton } from '../ui/button.tsx'
import { TextArea, TextField } from '../ui/field.tsx'
import { useAction } from '../ui/use-action.ts'
import { ListSettings } from './list-settings.tsx'

export const FrequentQuestions = () => (
  <ListSettings<FrequentQuestion>
    noun="question"
    hint="The assistant uses these answers first, and the landing page lists them. Write each question the way a tenant would ask it. Without one, it answers house rules from Bweni’s own terms until you publish yours; from then on it sends people to your terms."
    get={getFrequentQuestions}
    save={(was, now) => call(changeFrequentQuestions, { body: { was, now } })}
    empty={{ question: '', answer: '' }}
    titleOf={({ question }) => question || 'New question'}
    lineOf={({ answer }) => answer}
    foot={(entries) => <TryQuestion entries={entries} />}
  >
    {({ entry, error, onChange }) => (
      <>
        <TextField
          label="Question"
          value={entry.question}
          error={error('question')}
          onChange={({ target }) => onChange({ ...entry, question: target.value })}
        />
        <TextArea
          label="Answer"
          rows={3}
          value={entry.answer}
          error={error('answer')}
          onChange={({ target }) => onChange({ ...entry, answer: target.value })}
        />
      </>
    )}
  </ListSettings>
)

const reasons: Record<TriedQuestion['kind'], (tried: TriedQuestion) => string> = {
  words: ({ entry, words }) =>
    `“${entry}” answers: it has most of the words${words.length > 0 ? ` (${words.join(', ')})` : ''}.`,
  topic: ({ entry }) => `“${entry}” answers: it is about the same thing.`,
  similar: ({ entry }) => `“${entry}” answers: it asks nearly the same.`,
  service: ({ entry }) => `The service “${entry}” answers.`,
  app: () => 'None of these: the assistant knows the answer by itself.',
  personal: () =>
    'None of these: it is about the tenant’s own data, which the assistant looks up for whoever is logged in.',
  nothing: () =>
    'Nothing matches. The assistant offers a call to the office and the nearest questions, or asks its language model where there is one.',
}

/** Shows which entry a question would find, including entries that are typed but not saved. */
function TryQuestion({ entries }: { entries: FrequentQuestion[] }) {
  const [question, setQuestion] = useState('')
  const complete = entries.filter((entry) => entry.question.trim() && entry.answer.trim())
  const trial = useAction((typed: string) =>
    call(tryQuestion, { body: { question: typed, entries: complete } }),
  )
  const { result, error } = trial
  const fieldError = error instanceof ApiError ? error.fields.question : undefined
  return (
    <form
      className="plate padded stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void trial.run(question)
      }}
    >
      <div>
        <h2>Try a question</h2>
        <p className="small muted">It uses what you’ve typed above, saved or not.</p>
      </div>
      <TextField
        label="What might a tenant ask?"
        value={question}
        autoComplete="off"
        error={fieldError}
        onChange={({ target }) => setQuestion(target.value)}
      />
      <div>
        <SubmitButton variant="secondary" busy={trial.busy} busyLabel="Looking...">
          Find the answer
        </SubmitButton>
      </div>
      <div aria-live="polite" className="stack-small">
        {result && (
          <>
            <p>{reasons[result.kind](result)}</p>
            {result.answer && <q className="multiline">{result.answer}</q>}
            {result.near.length > 0 && (
              <p className="small muted">Nearest: {result.near.join(' · ')}</p>
            )}
          </>
        )}
      </div>
      <ActionResult success={null} error={fieldError ? null : error} />
    </form>
  )
}
