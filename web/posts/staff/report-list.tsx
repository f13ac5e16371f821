import { useState } from 'react'
import {
  dismissReport,
  listReports,
  type Report,
  rejectPost,
  removeComment,
} from '#contract/moderation.ts'
import { call } from '../../api.ts'
import { failureWords } from '../../ui/failure-words.ts'
import { usePages } from '../../ui/use-pages.ts'
import { ListFrame } from './list-frame.tsx'
import { ReasonQuestion } from './reason-question.tsx'
import { ReportCase } from './report-case.tsx'
import { Said } from './said.tsx'
import { useDeciding } from './use-deciding.ts'
import { look_again_ms } from './use-waiting.ts'

const removal = {
  post: {
    title: 'Take this post down?',
    act: 'Take down',
    done: 'The post is down.',
    hint: 'Its author reads this, and can change the post and hand it in again.',
  },
  comment: {
    title: 'Remove this comment?',
    act: 'Remove comment',
    done: 'The comment is removed.',
    hint: 'It is written down with your name, for staff.',
  },
}

/** What members have told staff about, and what staff do about it. */
export function ReportList() {
  const list = usePages(listReports, '', (page) => ({ query: page }), look_again_ms)
  const reports = list.pages?.flat()
  const { decide, busy, said, error } = useDeciding(
    [listReports.path, ''],
    reports?.map(({ id }) => id) ?? [],
  )
  const [asked, setAsked] = useState<Report | null>(null)

  const dismiss = ({ id }: Report) =>
    decide(id, async () => {
      await call(dismissReport, { params: { id: String(id) } })
      return <b>The report is closed. What it was about stays.</b>
    })
  async function remove({ id, about, post, comment }: Report, reason: string) {
    const over = await decide(id, async () => {
      if (about === 'post') {
        await call(rejectPost, { params: { id: String(post.id) }, body: { reason } })
      } else if (comment) {
        await call(removeComment, { params: { id: String(comment.id) }, body: { reason } })
      }
      return <b>{removal[about].done}</b>
    })
    if (over) setAsked(null)
  }
  return (
    <ListFrame
      shown="reports"
      list={list}
      rows={reports?.map((report) => (
        <ReportCase
          key={report.id}
          report={report}
          removal={removal[report.about].act}
          busy={busy === report.id && !asked}
          onDismiss={() => void dismiss(report)}
          onRemove={() => setAsked(report)}
        />
      ))}
    >
      <Said said={said} error={asked ? null : error} />
      {asked && (
        <ReasonQuestion
          title={removal[asked.about].title}
          act={removal[asked.about].act}
          hint={removal[asked.about].hint}
          busy={busy === asked.id}
          failed={error && failureWords(error, 'That did not work. Please try again.')}
          onSend={(reason) => void remove(asked, reason)}
          onClose={() => setAsked(null)}
        >
          <blockquote className="quote words" dir="auto">
            {asked.comment?.content ?? asked.post.title}
          </blockquote>
        </ReasonQuestion>
      )}
    </ListFrame>
  )
}
