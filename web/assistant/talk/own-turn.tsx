import type { Dispatch } from 'react'
import { MainMenu } from '../main-menu.tsx'
import { Ask } from '../pay/ask.tsx'
import type { AssistantState, MenuOption, Prompt } from '../state.ts'
import type { AssistantEvent } from '../transitions.ts'
import type { Facts } from '../use-facts.ts'
import { Bundles } from '../wifi/bundles.tsx'
import { History } from './history.tsx'
import { NextMenu } from './next-menu.tsx'

interface Props {
  turn: Prompt
  flow: AssistantState
  facts: Facts
  /** Keystrokes. */
  onType: Dispatch<AssistantEvent>
  /** Everything that leads to another step. */
  onAct: Dispatch<AssistantEvent>
  onChoose: (option: MenuOption) => void
  /** A link in it leads to another page. */
  onLeave: () => void
}

/** What waits for the person. */
export function OwnTurn({ turn, flow, facts, onType, onAct, onChoose, onLeave }: Props) {
  switch (turn.type) {
    case 'input':
      return <Ask turn={turn} flow={flow} facts={facts} onType={onType} onAct={onAct} />
    case 'packages':
      return <Bundles offer={facts.offer} onPick={onAct} />
    case 'transaction_history':
      return <History transactions={facts.transactions} onLeave={onLeave} />
    case 'menu':
      return turn.menu === 'main' ? (
        <MainMenu greeting={flow.stage.at === 'main'} facts={facts} onChoose={onChoose} />
      ) : (
        <NextMenu options={turn.options} stage={flow.stage} onChoose={onChoose} />
      )
  }
}
