"""Pictures, frames and oEmbed for other sites."""
