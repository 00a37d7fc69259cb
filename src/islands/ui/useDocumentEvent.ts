import { useEffect, useEffectEvent } from 'react'

/** Handles an event anywhere in the document while the component is mounted. */
export function useDocumentEvent<Type extends keyof DocumentEventMap>(
  type: Type,
  handle: (event: DocumentEventMap[Type]) => void,
): void {
  const onEvent = useEffectEvent(handle)
  useEffect(() => {
    document.addEventListener(type, onEvent)
    return () => document.removeEventListener(type, onEvent)
  }, [type])
}
