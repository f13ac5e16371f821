import { useState } from 'react'
import {
  dismissReport,
  listReports,
  type Report,
  rejectPost,
  removeComment,
} from '#contract/moderation.ts'
import { call } from '../../api.ts'
import { useInfiniteList } from '../../ui/infinite-list.tsx'
import { CaseList } from './case-list.tsx'
import { ReportCase } from './report-case.tsx'
import { Said } from './said.tsx'
import { useDeciding } from './use-deciding.ts'
import { look_again_ms } from './use-waiting.ts'
import { WhyQuestion } from './why-question.tsx'
import { takeDownWords } from './words.ts'

const removal = {
  post: { ...takeDownWords, done: 'The post is down.' },
  comment: {
    title: 'Remove this comment?',
    act: 'Remove comment',
    done: 'The comment is removed.',
    hint: 'It is written down with your name, for staff.',
  },
}

/** What members have told staff about, and what staff do about it. */
export function ReportList() {
  const list = useInfiniteList(listReports, '', (page) => ({ query: page }), look_again_ms)
  const reports = list.pages?.flat()
  const { decide, busy, said, error } = useDeciding(
    [listReports.path, ''],
    reports?.map(({ id }) => id) ?? [],
  )
  const [asked, setAsked] = useState<Report | null>(null)

  const dismiss = ({ id, now }: Report) =>
    decide(id, async () => {
      await call(dismissReport, { params: { id: String(id) } })
      return <b>The report is closed.{now && ' What it was about stays.'}</b>
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
    <CaseList
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
        <WhyQuestion
          {...removal[asked.about]}
          busy={busy === asked.id}
          error={error}
          onSend={(reason) => void remove(asked, reason)}
          onClose={() => setAsked(null)}
        >
          <blockquote className="quote words" dir="auto">
            {asked.comment?.content ?? asked.post.title}
          </blockquote>
        </WhyQuestion>
      )}
    </CaseList>
  )
}
