import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { refetchThrottled } from './chat-cache.ts'

test('a burst of changes refetches once at its beginning and once at its end', async () => {
  vi.useFakeTimers()
  const cache = new QueryClient()
  let asked = 0
  const observer = new QueryObserver(cache, {
    queryKey: ['list'],
    queryFn: async () => {
      asked += 1
      return asked
    },
  })
  const stop = observer.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toBe(1)
  for (let count = 0; count < 200; count++) {
    refetchThrottled(cache, { queryKey: ['list'] })
    await vi.advanceTimersByTimeAsync(2)
  }
  expect(asked).toBe(2)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toBe(3)
  refetchThrottled(cache, { queryKey: ['list'] })
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toBe(4)
  stop()
  cache.clear()
  vi.useRealTimers()
})
