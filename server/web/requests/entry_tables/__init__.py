"""Tables of entries: from text or a workbook, their columns recognised."""
