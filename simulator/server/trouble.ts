import type { Trouble, TroublePlace } from '#contract/simulator.ts'

export interface Troubles {
  /** Replaces what is left. */
  set(list: Trouble[]): void
  left(): Trouble[]
  /** The first trouble of this place, used up by one. */
  take(place: TroublePlace): Trouble | null
}

/** What is to go wrong next. In memory only: a restart heals everything. */
export function openTroubles(): Troubles {
  let list: Trouble[] = []
  return {
    set(wanted) {
      list = wanted.map((trouble) => ({ ...trouble }))
    },
    left: () => list,
    take(place) {
      const trouble = list.find(({ on }) => on === place)
      if (!trouble) return null
      trouble.times -= 1
      list = list.filter(({ times }) => times > 0)
      return trouble
    },
  }
}
