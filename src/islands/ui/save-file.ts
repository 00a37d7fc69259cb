/** Saves a file as a download. */
export function saveFile(file: File): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  // Some browsers read the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
