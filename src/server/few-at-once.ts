/** So many lookups at once: a gateway that hangs holds up a few others, not all. */
const AT_ONCE = 5

/** Works through a list, some items side by side. The work sees to its own failures: one that throws stops the rest. */
export async function fewAtOnce<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values()
  const worker = async () => {
    for (const item of waiting) await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}
