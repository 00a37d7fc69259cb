/** Ends the process with a message for the operator. */
export function stop(message: string): never {
  console.error(message)
  process.exit(1)
}
