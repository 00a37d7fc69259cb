/** Classes of controls that we draw, because browsers fill unchecked ones with grey in the dark. */
const CONTROL = 'size-5.5 flex-none appearance-none border-check forced-colors:appearance-auto'

export const RADIO = `${CONTROL} rounded-full checked:border-7 checked:border-brick-fill`

export const CHECKBOX = `${CONTROL} rounded-1 border-line-3 bg-paper-raised checked:border-brick-fill checked:bg-brick-fill checked:bg-center checked:bg-tick checked:bg-no-repeat`
